// The search loop, the checks on each state, and the way back to a violation.
#include "engines/explore/search.h"

#include "engines/explore/racecheck.h"
#include "engines/explore/trace.h"
#include "interp/stuck.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::explore {

using ccfg::Property;
using ccfg::ScheduleStep;
using interp::StateView;

namespace {

constexpr uint64_t budgetInterval = 32; // expansions between looks at the clock
// Without end there is no circle: then threads that are put off still get their turn.
constexpr uint16_t longestPutOff = 64;
constexpr double progressInterval = 0.2; // seconds

} // namespace

Search::Search(interp::Machine& machine, Stepper& stepper, RaceCheck* races, ThreadChoice& choice,
               Contention* contention, Reduction reduction, bool partialDeadlock)
    : machine_(machine), stepper_(stepper), races_(races), choice_(choice), contention_(contention),
      partialDeadlock_(partialDeadlock), prober_(machine),
      collectPending_(reduction == Reduction::None && machine.properties().has(Property::Race)) {}

SearchResult Search::run(const Budget& budget, const engine::ProgressSink& progress) {
  stepper_.watch(contention_);
  insert(machine_.initialState(), ForkJoinOrder::initial, noState);
  set_.known(0).mover = 1;
  StateId next = noState;
  while (!result_.counterexample && (next = nextState()) != noState && !isInVain()) {
    if (expansions_++ % budgetInterval == 0 && outOfBudget(budget, progress)) break;
    result_.depth = std::max<uint64_t>(result_.depth, set_.known(next).depth);
    expand(next, set_.known(next).mover);
    if (!contention_ || !contention_->isRefuted()) clean_ = set_.size();
  }
  stepper_.watch(nullptr);
  result_.contended = contention_ && contention_->isRefuted();
  result_.finished = next == noState && !result_.contended;
  if (result_.finished && partialDeadlock_ && !result_.counterexample) findStuck();
  result_.states = set_.size();
  result_.memoryBytes = set_.memoryBytes() + deepest_.capacity() * sizeof(StateId);
  return std::move(result_);
}

StateSet::Inserted Search::insert(const interp::State& s, ForkJoinOrder::Clocks clocks, StateId parent) {
  if (!contention_) return set_.insert(s.bytes(), parent);
  key_.assign(s.bytes().begin(), s.bytes().end());
  const auto* bytes = reinterpret_cast<const uint8_t*>(&clocks);
  key_.insert(key_.end(), bytes, bytes + sizeof clocks);
  return set_.insert(key_, parent);
}

StateView Search::load(StateId id) {
  std::span<const uint8_t> bytes = set_.load(id);
  if (contention_) {
    std::memcpy(&loadedClocks_, bytes.last(sizeof loadedClocks_).data(), sizeof loadedClocks_);
    bytes = bytes.first(bytes.size() - sizeof loadedClocks_);
  }
  return {machine_.code().layout(), bytes};
}

// This search proves nothing any more. It goes on for a while: it may find a violation, and more that is
// contended.
bool Search::isInVain() const {
  constexpr StateId patience = 256;
  if (!contention_) return false;
  return contention_->hasTooManyThreads() ||
         (contention_->isRefuted() && set_.size() > 2 * clean_ + patience);
}

// States are numbered as they are found, so the oldest that waits is the first that is not expanded.
StateId Search::nextState() {
  goDeep_ = !goDeep_;
  while (goDeep_ && !deepest_.empty()) {
    const StateId id = deepest_.back();
    deepest_.pop_back();
    if (!set_.known(id).expanded) return id;
  }
  while (oldest_ < set_.size() && set_.known(oldest_).expanded) ++oldest_;
  return oldest_ < set_.size() ? oldest_ : noState;
}

void Search::expand(StateId id, uint32_t mover) {
  const StateView s = load(id);
  set_.known(id).expanded = true;
  now_.id = id;
  now_.clocks = loadedClocks_;
  now_.holder = interp::sectionHolder(machine_.code(), s);
  now_.canMove = now_.suffices = false;
  now_.reduced = now_.holder == 0 && set_.known(id).putOff < longestPutOff;
  now_.tried.clear();
  pending_.clear();
  if (now_.reduced) {
    choice_.start(s, mover);
    while (const std::vector<uint32_t>* threads = choice_.next()) {
      for (uint32_t t : *threads) tryThread(s, t);
      if (now_.suffices || result_.counterexample) break;
    }
  }
  now_.reduced = now_.suffices;
  if (!now_.reduced && !result_.counterexample) tryOthers(s, mover);
  if (!result_.counterexample) checkState(s);
}

// The last mover comes last, so that it is visited first: few context switches make good counterexamples.
void Search::tryOthers(const StateView& s, uint32_t mover) {
  const uint32_t count = s.threadCount();
  for (uint32_t i = 0; i < count; ++i) tryThread(s, (mover + i) % count + 1);
}

void Search::tryThread(const StateView& s, uint32_t thread) {
  if (result_.counterexample || machine_.hasEnded(s, thread)) return;
  if (std::find(now_.tried.begin(), now_.tried.end(), thread) != now_.tried.end()) return;
  now_.tried.push_back(thread);
  const bool mayMove = now_.holder == 0 || now_.holder == thread;
  if (!mayMove && !collectPending_) return;
  stepper_.run(s, thread, collectPending_ ? &pending_ : nullptr, now_.clocks);
  if (!mayMove) return; // only its pending accesses are of interest
  now_.canMove |= stepper_.enabled();
  if (partialDeadlock_ && stepper_.halted()) ends_.push_back(now_.id);
  for (Successor& next : stepper_.successors()) add(next, thread);
  if (stepper_.violation()) violated(*stepper_.violation(), thread);
}

void Search::add(Successor& next, uint32_t mover) {
  ++result_.transitions;
  const auto [id, fresh, known] = insert(next.state, next.clocks, now_.id);
  if (partialDeadlock_) transitions_.push_back({now_.id, id, mover});
  if (fresh) {
    known->mover = static_cast<uint16_t>(mover);
    known->putOff = now_.reduced ? static_cast<uint16_t>(set_.known(now_.id).putOff + 1) : 0;
    known->depth = set_.known(now_.id).depth + 1;
  }
  if (!known->expanded && goDeep_) deepest_.push_back(id);
  if (now_.reduced && next.finished && !now_.suffices) now_.suffices = leads(id);
}

// No thread may be put off for ever. So each state of which only some threads are tried points at one of its
// successors, and following the pointers must end at a state of which all threads are tried, or one that is
// still to be expanded. That is, they must not run in a circle: the successor may not lead back here.
bool Search::leads(StateId successor) {
  StateId end = successor;
  while (set_.known(end).leadsTo != noState) end = set_.known(end).leadsTo;
  for (StateId s = successor; s != end;) { // those that were passed point at the end from now on
    const StateId next = set_.known(s).leadsTo;
    set_.known(s).leadsTo = end;
    s = next;
  }
  if (end == now_.id) return false;
  set_.known(now_.id).leadsTo = end;
  return true;
}

// What does not show in a step: races and deadlocks.
void Search::checkState(const StateView& s) {
  const ccfg::PropertySet asked = machine_.properties();
  std::optional<ccfg::Violation> race;
  if (races_) race = races_->at(s);
  if (collectPending_) race = interp::raceViolation(machine_.code(), s, pending_);
  if (race) return violated(*race, 0);

  if (!asked.has(Property::Deadlock) || (now_.canMove && !partialDeadlock_)) return;
  const std::vector<interp::ThreadStatus> threads = prober_.status(s);
  if (interp::isDeadlock(threads) || (partialDeadlock_ && !interp::waitCycle(threads).empty()))
    violated({Property::Deadlock, interp::deadlockMessage(machine_.code().program(), threads)}, 0);
}

// ---- threads that wait for ever: from no later state do they move, and the program does not end

void Search::findStuck() {
  std::vector<std::vector<uint32_t>> into(set_.size()); // by state: transitions
  for (uint32_t i = 0; i < transitions_.size(); ++i) into[transitions_[i].to].push_back(i);
  uint32_t threads = 0;
  for (StateId s = 0; s < set_.size(); ++s) threads = std::max(threads, load(s).threadCount());
  StateId first = noState;
  for (uint32_t t = 1; t <= threads; ++t) {
    const std::vector<bool> may = mayMove(t, into);
    for (StateId s = 0; s < set_.size(); ++s) {
      if (may[s] || (first != noState && set_.known(first).depth <= set_.known(s).depth)) continue;
      const StateView state = load(s);
      if (t <= state.threadCount() && !machine_.hasEnded(state, t)) first = s;
    }
  }
  if (first == noState) return;
  now_.id = first;
  interp::State state = machine_.initialState();
  state.assign(load(first).bytes());
  const std::vector<uint32_t> stuck = interp::stuckThreads(machine_, state.view());
  result_.finished = result_.stuck = !stuck.empty();
  if (stuck.empty())
    result_.why = "a thread may wait forever, but there are too many continuations to prove it";
  else
    violated({Property::Deadlock,
              interp::stuckMessage(machine_.code().program(), prober_.status(state.view()), stuck)},
             0);
}

// By state: does a later one let the thread move, or end the program?
std::vector<bool> Search::mayMove(uint32_t thread, const std::vector<std::vector<uint32_t>>& into) const {
  std::vector<bool> may(into.size());
  std::vector<StateId> work;
  const auto add = [&](StateId s) {
    if (may[s]) return;
    may[s] = true;
    work.push_back(s);
  };
  for (StateId s : ends_) add(s);
  for (const Transition& t : transitions_)
    if (t.mover == thread) add(t.from);
  while (!work.empty()) {
    const StateId s = work.back();
    work.pop_back();
    for (uint32_t i : into[s]) add(transitions_[i].from);
  }
  return may;
}

// ---- counterexamples

// mover: the thread whose step fails; 0: the violation shows in the state itself.
void Search::violated(ccfg::Violation v, uint32_t mover) {
  stepper_.watch(nullptr);
  ccfg::Schedule schedule;
  schedule.steps = pathTo(now_.id);
  schedule.violation = std::move(v);
  if (mover != 0)
    for (ScheduleStep& step : violatingSteps(stepper_, load(now_.id), mover))
      schedule.steps.push_back(std::move(step));
  result_.counterexample = std::move(schedule);
}

std::vector<ScheduleStep> Search::pathTo(StateId id) {
  std::vector<StateId> chain;
  for (; id != noState; id = set_.parent(id)) chain.push_back(id);
  std::reverse(chain.begin(), chain.end());
  std::vector<ScheduleStep> steps;
  for (size_t i = 1; i < chain.size(); ++i) {
    const std::span<const uint8_t> loaded = load(chain[i]).bytes();
    const std::vector<uint8_t> to(loaded.begin(), loaded.end());
    for (ScheduleStep& step : stepsBetween(stepper_, load(chain[i - 1]), to))
      steps.push_back(std::move(step));
  }
  return steps;
}

// ---- budget

bool Search::outOfBudget(const Budget& budget, const engine::ProgressSink& progress) {
  const double elapsed = budget.elapsed();
  if (progress && elapsed >= nextProgress_) {
    nextProgress_ = elapsed + progressInterval;
    progress({fmt::format("explore: {} states, depth {}, {:.0f} states/s", set_.size(), result_.depth,
                          elapsed > 0 ? set_.size() / elapsed : 0)});
  }
  if (auto why = budget.exhausted()) {
    result_.why = *why;
    return true;
  }
  return false;
}

} // namespace heddle::explore
