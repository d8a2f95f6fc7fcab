// avoid (Vechev, Yahav and Yorsh 2012, section 4.1): what could have prevented an execution.
//
// Each context switch of a trace is one way: a section around the two statements between which the thread was
// interrupted. A thread that stands before its next statement when the trace ends was interrupted, too. Steps
// that concern no other thread count as part of the step before them, so that it does not matter where in a
// row of them the switch is.
#pragma once

#include "repair/sections.h"

#include <map>

namespace heddle::repair {

struct TraceStep {
  uint32_t thread = 0; // instance
  EdgeId edge = ccfg::none;
};

// A disjunction of predicates.
using Clause = std::set<Section>;

// Empty: no section prevents the trace. `switches` is how many there were, those included that no section
// may prevent, since it would wait for others.
struct Avoided {
  Clause clause;
  Clause forking; // sections that start a thread: the last resort, since they keep it from starting
  unsigned switches = 0;
  unsigned unplaced = 0; // switches that some section might prevent, though none that is tried
  // Threads run to their ends one after the other, but for those that wait for the end of another.
  bool isHopeless() const { return clause.empty() && forking.empty() && unplaced == 0; }
  auto operator<=>(const Avoided&) const = default;
};
Avoided avoid(const SectionMap& sections, const std::vector<TraceStep>& trace);

// The same, step by step.
class Avoider {
public:
  explicit Avoider(const SectionMap& sections) : sections_(&sections) {}

  void step(const TraceStep& step);
  // Of a trace that ends here, with what these threads are about to do, if that is what is wrong.
  Avoided end(const std::set<uint32_t>& racing = {}) const;
  const Avoided& soFar() const { return out_; }
  // Whatever follows adds the same to both.
  bool goesOnLike(const Avoider& o) const { return runners_ == o.runners_; }

private:
  struct Runner {
    EdgeId last = ccfg::none;    // the last step that concerns others
    std::vector<EdgeId> between; // and those since
    bool interrupted = false;    // by such a step of another thread
    bool operator==(const Runner&) const = default;
  };

  bool isLocal(EdgeId e) const;
  void interrupted(const Runner& r, EdgeId next);
  void pending(Runner r);

  const SectionMap* sections_;
  std::map<uint32_t, Runner> runners_;
  Avoided out_;
};

} // namespace heddle::repair
