// Re-execution of a Schedule. It trusts nothing: each step must be the thread's to make and enabled, the
// values must be in range, no other violation may come first, and the claimed one must show at the end.
#include "interp/replay.h"

#include "interp/stuck.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::interp {

using ccfg::none;
using ccfg::Property;

namespace {

// Feeds recorded values; a missing one or one out of range is a divergence, told after the step.
class RecordedChooser : public Chooser {
public:
  explicit RecordedChooser(const std::vector<uint64_t>& values) : values_(values) {}

  uint64_t choose(const Choice& c) override {
    if (next_ == values_.size()) {
      problem_ = "needs a value that the schedule does not have";
      return c.lo;
    }
    const uint64_t value = values_[next_++];
    if (value < c.lo || value > c.hi || (value & c.known) != c.knownBits)
      problem_ = fmt::format("can't choose the value {}", value);
    return value;
  }
  std::string problem() const {
    if (problem_.empty() && next_ != values_.size()) return "has more values than the edge asks for";
    return problem_;
  }

private:
  const std::vector<uint64_t>& values_;
  size_t next_ = 0;
  std::string problem_;
};

class Replayer {
public:
  Replayer(const ccfg::Program& p, const ccfg::Schedule& schedule, ccfg::PropertySet properties,
           Watcher* watcher)
      : p_(p), schedule_(schedule), watcher_(watcher), code_(p, schedule.memoryModel),
        machine_(code_, withClaimed(properties, schedule)), prober_(machine_),
        state_(machine_.initialState()), before_(state_) {
    log_.wantRegisters = true;
    if (watcher_ != nullptr) watcher_->begins(machine_, schedule_);
  }

  Replay run() {
    for (const ccfg::ScheduleStep& step : schedule_.steps)
      if (!execute(step)) break;
    if (result_.steps.size() == schedule_.steps.size() && watcher_ != nullptr) watcher_->ends(state_);
    if (!stopped_) atTheEnd();
    return std::move(result_);
  }

private:
  static ccfg::PropertySet withClaimed(ccfg::PropertySet properties, const ccfg::Schedule& schedule) {
    properties.add(schedule.violation.property);
    return properties;
  }

  bool stop(std::string reason) {
    stopped_ = true;
    result_.reason = std::move(reason);
    return false;
  }
  std::string stepName() const { return fmt::format("step {}", result_.steps.size() + 1); }

  bool execute(const ccfg::ScheduleStep& step);
  bool flush(const ccfg::ScheduleStep& step);
  bool mayMove(const ccfg::ScheduleStep& step);
  void record(const ccfg::ScheduleStep& step, StepKind kind);
  bool failed(const ccfg::ScheduleStep& step);
  void atTheEnd();
  void raceAtTheEnd();
  void deadlockAtTheEnd();

  const ccfg::Program& p_;
  const ccfg::Schedule& schedule_;
  Watcher* watcher_;
  Code code_;
  Machine machine_;
  Prober prober_;
  State state_, before_;
  StepLog log_;
  Replay result_;
  bool stopped_ = false;
};

bool Replayer::mayMove(const ccfg::ScheduleStep& step) {
  const StateView s = state_.view();
  if (step.thread == 0 || step.thread > s.threadCount())
    return stop(fmt::format("{}: there is no thread {}", stepName(), step.thread));
  if (!step.isFlush() &&
      (step.edge >= p_.edges.size() || p_.edges[step.edge].from != s.location(step.thread)))
    return stop(fmt::format("{}: thread {} does not stand at the start of edge {}", stepName(), step.thread,
                            step.edge));
  const uint32_t holder = sectionHolder(code_, s);
  if (holder != 0 && holder != step.thread)
    return stop(fmt::format("{}: thread {} is in an atomic section", stepName(), holder));
  return true;
}

bool Replayer::execute(const ccfg::ScheduleStep& step) {
  if (!mayMove(step)) return false;
  before_ = state_;
  if (step.isFlush()) return flush(step);
  RecordedChooser chooser(step.values);
  const StepKind kind = machine_.step(state_, step.thread, step.edge, chooser, &log_);
  if (kind == StepKind::Disabled) {
    state_ = before_;
    result_.threads = prober_.status(state_.view());
    return stop(fmt::format("{}: edge {} of thread {} is not enabled", stepName(), step.edge, step.thread));
  }
  if (const std::string problem = chooser.problem(); !problem.empty())
    return stop(fmt::format("{}: edge {} of thread {} {}", stepName(), step.edge, step.thread, problem));
  const std::string name = stepName();
  record(step, kind);
  if (kind == StepKind::Violation) return failed(step);
  if (kind != StepKind::Done) return stop(fmt::format("{}: the execution ends there", name));
  return true;
}

bool Replayer::flush(const ccfg::ScheduleStep& step) {
  if (step.values.size() != 1 || !machine_.flush(state_, step.thread, step.values[0], &log_))
    return stop(fmt::format("{}: no such store of thread {} can reach memory", stepName(), step.thread));
  record(step, StepKind::Done);
  return true;
}

void Replayer::record(const ccfg::ScheduleStep& step, StepKind kind) {
  if (watcher_ != nullptr) watcher_->step(step, kind, before_, state_, log_);
  StepRecord r;
  r.thread = step.thread;
  r.edge = step.edge;
  r.kind = kind;
  for (const Access& a : log_.accesses) {
    ObjectPlace place = placeOf(code_, before_.view(), a.address);
    if (place.object == none && kind == StepKind::Done) place = placeOf(code_, state_.view(), a.address);
    r.accesses.push_back({a, place});
  }
  r.registers = log_.registers;
  r.values = log_.values;
  r.forked = log_.forked;
  if (log_.allocated != 0) r.allocated = placeOf(code_, state_.view(), log_.allocated);
  result_.steps.push_back(std::move(r));
}

bool Replayer::failed(const ccfg::ScheduleStep& step) {
  const Machine::Failure found = machine_.violation(); // the prober makes steps, too
  result_.threads = prober_.status(before_.view());
  result_.violation = {found.property, found.message, step.thread, step.edge, 0, none};
  if (result_.steps.size() != schedule_.steps.size())
    return stop(
        fmt::format("step {} already violates {}", result_.steps.size(), propertyName(found.property)));
  if (found.property != schedule_.violation.property)
    return stop(fmt::format("the last step violates {}, not {}", propertyName(found.property),
                            propertyName(schedule_.violation.property)));
  result_.reproduced = stopped_ = true;
  return false;
}

void Replayer::atTheEnd() {
  result_.threads = prober_.status(state_.view());
  if (schedule_.violation.property == Property::Race) return raceAtTheEnd();
  if (schedule_.violation.property == Property::Deadlock) return deadlockAtTheEnd();
  stop("the schedule ends and nothing is violated");
}

void Replayer::raceAtTheEnd() {
  const ccfg::Violation& claimed = schedule_.violation;
  std::vector<PendingAccess> pending = prober_.pending(state_.view());
  if (claimed.edge != none && claimed.otherEdge != none)
    std::erase_if(pending, [&](const PendingAccess& e) {
      return !(e.thread == claimed.thread && e.edge == claimed.edge) &&
             !(e.thread == claimed.otherThread && e.edge == claimed.otherEdge);
    });
  const std::optional<Race> race = findRace(pending);
  if (!race) {
    stop("the two accesses are not both pending at the end of the schedule");
    return;
  }
  result_.violation = {Property::Race,      raceMessage(code_, state_.view(), *race),
                       race->first.thread,  race->first.edge,
                       race->second.thread, race->second.edge};
  for (const Access& a : {race->first.access, race->second.access})
    result_.racing.push_back({a, placeOf(code_, state_.view(), a.address)});
  result_.reproduced = true;
}

void Replayer::deadlockAtTheEnd() {
  std::string message = deadlockMessage(p_, result_.threads);
  if (!isDeadlock(result_.threads) && waitCycle(result_.threads).empty()) {
    const std::vector<uint32_t> stuck = stuckThreads(machine_, state_.view());
    if (stuck.empty()) {
      stop("at the end of the schedule a thread can still move");
      return;
    }
    message = stuckMessage(p_, result_.threads, stuck);
  }
  result_.violation = {Property::Deadlock, std::move(message), 0, none, 0, none};
  result_.reproduced = true;
}

} // namespace

Replay replay(const ccfg::Program& p, const ccfg::Schedule& schedule, ccfg::PropertySet properties,
              Watcher* watcher) {
  return Replayer(p, schedule, properties, watcher).run();
}

} // namespace heddle::interp
