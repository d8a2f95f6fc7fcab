// Leads the interpreter loosely; see follow.h.
#include "engines/bounded/follow.h"

#include "engines/bounded/candidate.h"
#include "interp/course.h"
#include "interp/pending.h"

#include <algorithm>
#include <set>

namespace heddle::bounded {

using ccfg::Property;

namespace {

constexpr size_t mostSteps = 50'000;
constexpr size_t mostLocal = 10'000; // steps of one thread between two events

class Follower {
public:
  Follower(const Skeleton& s, const Interference& i, logic::Solver& solver, const Goal& goal,
           ccfg::PropertySet properties)
      : s_(s), candidate_(candidateOf(s, i, solver, goal)), code_(i.facts().problem.code()),
        machine_(code_, properties), course_(machine_), chooser_(s, solver), at_(s.instances.size(), 0),
        numberOf_(s.instances.size(), 0), instanceOf_{none, 0} {
    numberOf_[0] = 1;
    for (const Step& step : s.steps)
      if (step.event != none) visible_.insert(step.edge);
  }

  std::optional<ccfg::Schedule> run() {
    for (EventIndex event : candidate_.order) {
      const InstanceId i = s_.events[event].instance;
      if (i == none || numberOf_[i] == 0) continue;
      toNextEvent(numberOf_[i]);
      if (course_.over()) break;
    }
    runOn();
    if (!course_.over() && machine_.properties().has(Property::Deadlock)) course_.endIfDeadlocked();
    return course_.violated() ? std::optional(course_.schedule()) : std::nullopt;
  }

private:
  bool mayMove(uint32_t thread) const {
    const uint32_t holder = interp::sectionHolder(code_, course_.view());
    return holder == 0 || holder == thread;
  }
  void toNextEvent(uint32_t thread);
  void runOn();
  bool move(uint32_t thread);
  bool moveAlong(uint32_t thread, ccfg::EdgeId edge);
  StepId plannedStep(uint32_t thread) const;

  const Skeleton& s_;
  Candidate candidate_;
  const interp::Code& code_;
  interp::Machine machine_;
  interp::Course course_;
  ModelChooser chooser_;
  std::set<ccfg::EdgeId> visible_;     // edges with events
  std::vector<size_t> at_;             // by instance: on its path
  std::vector<uint32_t> numberOf_;     // by instance: as the interpreter gave it; 0: not started
  std::vector<InstanceId> instanceOf_; // by number of the thread; none: the candidate does not know it
};

// The step that the candidate wants next of a thread that is still on its path.
StepId Follower::plannedStep(uint32_t thread) const {
  const InstanceId i = instanceOf_[thread];
  if (i == none || at_[i] >= candidate_.paths[i].size()) return none;
  const StepId step = candidate_.paths[i][at_[i]];
  const ccfg::LocId from = code_.program().edges[s_.steps[step].edge].from;
  return from == course_.view().location(thread) ? step : none;
}

void Follower::toNextEvent(uint32_t thread) {
  for (size_t k = 0; k < mostLocal && !course_.over() && mayMove(thread) && move(thread); ++k)
    if (!course_.over() && visible_.count(course_.schedule().steps.back().edge) != 0 &&
        interp::sectionHolder(code_, course_.view()) == 0)
      return;
}

void Follower::runOn() {
  for (bool again = true; again && !course_.over() && course_.schedule().steps.size() < mostSteps;) {
    again = false;
    for (uint32_t t = 1; t <= course_.view().threadCount() && !course_.over(); ++t)
      while (!course_.over() && course_.schedule().steps.size() < mostSteps && mayMove(t) && move(t))
        again = true;
  }
}

bool Follower::move(uint32_t thread) {
  const StepId planned = plannedStep(thread);
  if (planned != none) {
    chooser_.at(planned);
    if (moveAlong(thread, s_.steps[planned].edge)) {
      const InstanceId forked = s_.steps[planned].forked;
      if (forked != none && !course_.over() && course_.log().forked != 0) {
        numberOf_[forked] = course_.log().forked;
        instanceOf_[course_.log().forked] = forked;
      }
      ++at_[instanceOf_[thread]];
      return true;
    }
  }
  chooser_.at(none);
  return std::ranges::any_of(code_.program().out(course_.view().location(thread)),
                             [&](ccfg::EdgeId e) { return moveAlong(thread, e); });
}

bool Follower::moveAlong(uint32_t thread, ccfg::EdgeId edge) {
  if (!course_.step(thread, edge, chooser_)) return false;
  if (!course_.over()) instanceOf_.resize(course_.view().threadCount() + 1, none);
  return true;
}

} // namespace

std::optional<ccfg::Schedule> follow(const Skeleton& s, const Interference& interference,
                                     logic::Solver& solver, const Goal& goal, ccfg::PropertySet properties) {
  if (interference.facts().memoryModel != ccfg::MemoryModel::Sc) return std::nullopt;
  return Follower(s, interference, solver, goal, properties).run();
}

} // namespace heddle::bounded
