// Who says whether a program is right: the portfolio, whose counterexamples are confirmed. Repairs are never
// believed from what found them.
#pragma once

#include "engine/result.h"
#include "interp/replay.h"
#include "repair/avoid.h"

#include "ccfg/transform/derived.h"

namespace heddle::repair {

class Oracle {
public:
  Oracle(engine::Question question, const Budget& budget, engine::ProgressSink progress)
      : question_(question), budget_(budget), progress_(std::move(progress)) {}

  // Asked about these of the question's properties only.
  engine::Result ask(const ccfg::Program& p, ccfg::PropertySet properties,
                     interp::Watcher* watcher = nullptr);
  engine::Result ask(const ccfg::Program& p) { return ask(p, question_.properties); }

  // Some thread waits for good, whether others go on or not. False where that can't be told soon.
  bool someWaitForEver(const ccfg::Program& p);

  const engine::Question& question() const { return question_; }
  const Budget& budget() const { return budget_; }
  const engine::ProgressSink& progress() const { return progress_; }
  unsigned asked() const { return asked_; }

private:
  const engine::Question question_;
  const Budget& budget_;
  const engine::ProgressSink progress_;
  unsigned asked_ = 0;
};

// The steps of a schedule of a copy, as edges of the original. Steps that the copy added are left out.
std::vector<TraceStep> originalSteps(const ccfg::transform::Derived& d, const ccfg::Schedule& s);
// One edge of the copy; `none`: it was added.
EdgeId originalEdge(const ccfg::transform::Derived& d, EdgeId e);

} // namespace heddle::repair
