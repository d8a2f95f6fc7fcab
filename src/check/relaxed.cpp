// Races and all else are two questions; see relaxed.h.
#include "check/relaxed.h"

#include "ccfg/atomicblocks.h"
#include "ccfg/transform/memorymodel.h"
#include "check/ask.h"
#include "engine/assumptions.h"

#include <utility>

namespace heddle::check {

using ccfg::Property;
using engine::Verdict;

namespace {

engine::Question underSc(engine::Question q, ccfg::PropertySet properties) {
  q.memoryModel = ccfg::MemoryModel::Sc;
  q.properties = properties;
  return q;
}

// Both are true, or the first is.
engine::Result combined(engine::Result r, const engine::Result& races) {
  r.asked.add(Property::Race);
  if (r.verdict == Verdict::False) return r;
  for (const ccfg::Assumption& a : races.assumptions) engine::addAssumption(r.assumptions, a);
  if (races.proved.has(Property::Race)) r.proved.add(Property::Race);
  if (r.verdict == Verdict::True && races.verdict != Verdict::True) {
    r.verdict = Verdict::Unknown;
    r.why = races.why;
  }
  return r;
}

} // namespace

// A program whose sequentially consistent executions have no race has no other executions.
Relaxed askRelaxed(engine::Engine& engine, const engine::Problem& problem, const Budget& budget,
                   const engine::ProgressSink& progress, interp::Watcher* watcher) {
  const engine::Question& question = problem.question;
  Relaxed out;
  out.result.engine = engine.name();
  out.result.asked = question.properties;
  ccfg::PropertySet others = question.properties;
  others.remove(Property::Race);
  if (question.properties.has(Property::Race)) {
    ccfg::PropertySet race;
    race.add(Property::Race);
    const engine::Problem ofRaces(problem.program, underSc(question, race), problem.logs);
    out.result = ask(engine, ofRaces, others.empty() ? budget : budget.part(budget.remaining() / 2), progress,
                     watcher);
    out.result.asked = question.properties;
    if (out.result.verdict == Verdict::False || others.empty()) return out;
  }
  if (others.has(Property::Atomicity) && ccfg::hasBlocks(problem.program)) {
    out.result.verdict = Verdict::Unknown;
    out.result.why = "the property atomicity is not checked under this memory model";
    return out;
  }
  // A branch that was foreseen wrongly ends an execution: that is no thread that waits for ever.
  if (question.asksPartialDeadlock()) {
    out.result.verdict = Verdict::Unknown;
    out.result.why = "partial deadlocks are not looked for under this memory model";
    return out;
  }
  auto [copy, why, isInexact] = ccfg::transform::withMemoryModel(problem.facts, question.memoryModel);
  if (!why.empty()) {
    out.result.verdict = Verdict::Unknown;
    out.result.why = why;
    return out;
  }
  const engine::Problem ofCopy(*copy.program, underSc(question, others), problem.logs);
  engine::Result r = ask(engine, ofCopy, budget, progress, watcher);
  if (r.counterexample() != nullptr)
    r.counterexample()->memoryModel = question.memoryModel;
  else
    r.evidence = {}; // it is about the copy
  const bool withRaces = question.properties.has(Property::Race);
  out.result = withRaces ? combined(std::move(r), out.result) : std::move(r);
  out.copy = std::move(copy.program);
  return out;
}

} // namespace heddle::check
