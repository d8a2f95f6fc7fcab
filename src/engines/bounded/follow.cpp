// Leads the interpreter loosely; see follow.h.
#include "engines/bounded/follow.h"

#include "engines/bounded/candidate.h"
#include "interp/pending.h"

#include <algorithm>
#include <set>

namespace heddle::bounded {

using ccfg::Property;
using interp::StepKind;

namespace {

constexpr size_t mostSteps = 50'000;
constexpr size_t mostLocal = 10'000; // steps of one thread between two events

class Follower {
public:
  Follower(const Skeleton& s, const Interference& i, logic::Solver& solver, const Goal& goal,
           ccfg::PropertySet properties)
      : s_(s), candidate_(candidateOf(s, i, solver, goal)), code_(i.facts().program, i.facts().memoryModel),
        machine_(code_, properties), state_(machine_.initialState()), before_(machine_.initialState()),
        chooser_(s, solver), at_(s.instances.size(), 0), numberOf_(s.instances.size(), 0),
        instanceOf_{none, 0} {
    numberOf_[0] = 1;
    schedule_.memoryModel = i.facts().memoryModel;
    for (const Step& step : s.steps)
      if (step.event != none) visible_.insert(step.edge);
  }

  std::optional<ccfg::Schedule> run() {
    for (EventIndex event : candidate_.order) {
      const InstanceId i = s_.events[event].instance;
      if (i == none || numberOf_[i] == 0) continue;
      toNextEvent(numberOf_[i]);
      if (over_) return result();
    }
    runOn();
    if (!over_ && machine_.properties().has(Property::Deadlock)) deadlocks();
    return result();
  }

private:
  std::optional<ccfg::Schedule> result() {
    return violated_ ? std::optional(std::move(schedule_)) : std::nullopt;
  }
  bool mayMove(uint32_t thread) const {
    const uint32_t holder = interp::sectionHolder(code_, state_.view());
    return holder == 0 || holder == thread;
  }
  void toNextEvent(uint32_t thread);
  void runOn();
  bool move(uint32_t thread);
  bool moveAlong(uint32_t thread, ccfg::EdgeId edge);
  StepId plannedStep(uint32_t thread) const;
  void deadlocks();

  const Skeleton& s_;
  Candidate candidate_;
  interp::Code code_;
  interp::Machine machine_;
  interp::State state_, before_;
  ModelChooser chooser_;
  interp::StepLog log_;
  std::set<ccfg::EdgeId> visible_;     // edges with events
  std::vector<size_t> at_;             // by instance: on its path
  std::vector<uint32_t> numberOf_;     // by instance: as the interpreter gave it; 0: not started
  std::vector<InstanceId> instanceOf_; // by number of the thread; none: the candidate does not know it
  ccfg::EdgeId last_ = none;           // that was made
  ccfg::Schedule schedule_;
  bool violated_ = false, over_ = false;
};

// The step that the candidate wants next of a thread that is still on its path.
StepId Follower::plannedStep(uint32_t thread) const {
  const InstanceId i = instanceOf_[thread];
  if (i == none || at_[i] >= candidate_.paths[i].size()) return none;
  const StepId step = candidate_.paths[i][at_[i]];
  const ccfg::LocId from = code_.program().edges[s_.steps[step].edge].from;
  return from == state_.view().location(thread) ? step : none;
}

void Follower::toNextEvent(uint32_t thread) {
  for (size_t k = 0; k < mostLocal && !over_ && mayMove(thread) && move(thread); ++k)
    if (visible_.count(last_) != 0 && mayMove(thread) && interp::sectionHolder(code_, state_.view()) == 0)
      return;
}

void Follower::runOn() {
  for (bool again = true; again && !over_ && schedule_.steps.size() < mostSteps;) {
    again = false;
    for (uint32_t t = 1; t <= state_.view().threadCount() && !over_; ++t)
      while (!over_ && schedule_.steps.size() < mostSteps && mayMove(t) && move(t)) again = true;
  }
}

bool Follower::move(uint32_t thread) {
  const StepId planned = plannedStep(thread);
  if (planned != none) {
    chooser_.at(planned);
    if (moveAlong(thread, s_.steps[planned].edge)) {
      const InstanceId forked = s_.steps[planned].forked;
      if (forked != none && !over_ && log_.forked != 0) {
        numberOf_[forked] = log_.forked;
        instanceOf_[log_.forked] = forked;
      }
      ++at_[instanceOf_[thread]];
      return true;
    }
  }
  chooser_.at(none);
  return std::ranges::any_of(code_.program().out(state_.view().location(thread)),
                             [&](ccfg::EdgeId e) { return moveAlong(thread, e); });
}

bool Follower::moveAlong(uint32_t thread, ccfg::EdgeId edge) {
  before_.assign(state_.bytes());
  const StepKind kind = machine_.step(state_, thread, edge, chooser_, &log_);
  if (kind == StepKind::Disabled) {
    if (machine_.touched()) state_.assign(before_.bytes());
    return false;
  }
  last_ = edge;
  schedule_.steps.push_back({thread, edge, log_.values});
  if (kind == StepKind::Done) {
    instanceOf_.resize(state_.view().threadCount() + 1, none);
    return true;
  }
  over_ = true;
  violated_ = kind == StepKind::Violation;
  if (violated_)
    schedule_.violation = {
        machine_.violation().property, machine_.violation().message, thread, edge, 0, none};
  return true;
}

void Follower::deadlocks() {
  interp::Prober prober(machine_);
  const auto threads = prober.status(state_.view());
  if (!interp::isDeadlock(threads)) return;
  schedule_.violation = {};
  schedule_.violation.property = Property::Deadlock;
  schedule_.violation.message = interp::deadlockMessage(code_.program(), threads);
  violated_ = true;
}

} // namespace

std::optional<ccfg::Schedule> follow(const Skeleton& s, const Interference& interference,
                                     logic::Solver& solver, const Goal& goal, ccfg::PropertySet properties) {
  if (interference.facts().memoryModel != ccfg::MemoryModel::Sc) return std::nullopt;
  return Follower(s, interference, solver, goal, properties).run();
}

} // namespace heddle::bounded
