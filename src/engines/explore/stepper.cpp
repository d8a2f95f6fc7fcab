// Executes the edges of one thread, and runs on through steps that need no interleaving.
#include "engines/explore/stepper.h"

#include "engines/explore/choicewatch.h"
#include "engines/explore/racecheck.h"

#include <algorithm>

namespace heddle::explore {

using ccfg::EdgeId;
using ccfg::LocId;
using ccfg::none;
using interp::State;
using interp::StateView;
using interp::StepKind;

namespace {

// Local loops are cut into pieces of this length, so that one that never ends is seen as a cycle of states.
// A large state is stored less often than a small one.
constexpr size_t maxRun = 1000, bytesPerStep = 64;
// A loop that only waits is left alone if it goes on for longer than this.
constexpr size_t longestWait = 1u << 23;

// One edge, or two with opposite guards.
bool isDecided(const ccfg::Program& p, LocId l) {
  const std::vector<EdgeId>& out = p.out(l);
  if (out.size() != 2) return out.size() == 1;
  const auto guard = [&](EdgeId e) {
    const std::vector<ccfg::Operation>& ops = p.edges[e].ops;
    const auto* assume = ops.empty() ? nullptr : std::get_if<ccfg::Assume>(&ops[0]);
    return assume ? assume->cond : logic::Term();
  };
  const logic::Term a = guard(out[0]), b = guard(out[1]);
  const auto isNot = [](logic::Term x, logic::Term y) { return x.op() == logic::Op::Not && x.kid(0) == y; };
  return a && b && (isNot(a, b) || isNot(b, a));
}

} // namespace

Stepper::Stepper(interp::Machine& machine, RunOn* runOn, RaceCheck* races, Notes& notes)
    : machine_(machine), program_(machine.code().program()), runOn_(runOn), races_(races), notes_(notes),
      trial_(machine.code().layout()), only_(trial_), checkpoint_(trial_) {
  for (LocId l = 0; l < program_.locations.size(); ++l) decided_.push_back(isDecided(program_, l));
  if (runOn) waitLoops_.emplace(machine.code());
}

void Stepper::run(const StateView& s, uint32_t thread, std::vector<interp::PendingAccess>* pending,
                  ForkJoinOrder::Clocks clocks) {
  count_ = 0;
  clocks_ = clocks;
  enabled_ = ended_ = halted_ = false;
  violation_.reset();
  for (EdgeId e : program_.out(s.location(thread))) {
    edge(s, thread, e, pending);
    if (violation_) return;
  }
  if (machine_.canFlush(s, thread)) flushes(s, thread);
}

void Stepper::flushes(const StateView& s, uint32_t thread) {
  enabled_ = true;
  for (uint64_t address : machine_.flushable(s, thread)) {
    Successor& next = fresh(s);
    machine_.flush(next.state, thread, address);
    if (tracing_) next.steps.push_back({thread, none, {address}});
    ++count_;
  }
}

Successor& Stepper::fresh(const StateView& s) {
  if (count_ == successors_.size()) successors_.push_back({trial_, clocks_, true, {}});
  Successor& next = successors_[count_];
  next.state.assign(s.bytes());
  next.clocks = clocks_;
  next.finished = true;
  next.steps.clear();
  return next;
}

void Stepper::edge(const StateView& s, uint32_t thread, EdgeId e,
                   std::vector<interp::PendingAccess>* pending) {
  choices_.start();
  do {
    logging_ = tracing_ || pending;
    Successor& next = fresh(s);
    const StepKind kind = execute(s, next.state, next.clocks, thread, e, choices_);
    if (kind == StepKind::Disabled) continue;
    enabled_ = true;
    if (pending)
      for (const interp::Access& a : log_.accesses)
        pending->push_back({thread, e, interp::inSection(program_, e), a});
    if (kind != StepKind::Done) {
      ended_ = true;
      found(kind, thread, e, {});
      if (violation_) return;
      continue;
    }
    if (tracing_) next.steps.push_back({thread, e, log_.values});
    if (!runOn_) {
      ++count_;
      continue;
    }
    if (runFurther(next, thread) && waitOut(s, next, thread))
      ++count_;
    else
      ended_ = true;
    if (violation_) return;
  } while (choices_.next());
  enabled_ |= choices_.cutShort();
}

StepKind Stepper::execute(const StateView& before, State& s, ForkJoinOrder::Clocks& clocks, uint32_t thread,
                          EdgeId e, interp::Chooser& chooser) {
  ++executed_;
  const bool watched = contention_ && contention_->isWatched(e, before.threadCount());
  const StepKind kind = machine_.step(s, thread, e, chooser, logging_ || watched ? &log_ : nullptr);
  if (watched)
    clocks = contention_->note(before, kind == StepKind::Done ? &s : nullptr, clocks, thread, e, log_);
  return kind;
}

void Stepper::noteChoices() {
  for (const interp::Enumerator* e : {&choices_, &innerChoices_})
    for (const ccfg::Assumption& a : e->assumptions(program_)) notes_.add(a);
}

void Stepper::noteEnd(StepKind kind) {
  const bool ends = kind == StepKind::Ended && machine_.haltKind() != ccfg::HaltKind::Infeasible;
  halted_ = halted_ || ends || kind == StepKind::Cutoff;
}

// The run ended, or a property is violated.
void Stepper::found(StepKind kind, uint32_t thread, EdgeId e, std::vector<ccfg::ScheduleStep> before) {
  noteEnd(kind);
  const bool noted = kind == StepKind::Cutoff || (kind == StepKind::Ended && machine_.endedAtNull());
  if (noted && notes_.isNew(e)) notes_.cutoff(e, machine_.assumption());
  if (kind != StepKind::Violation) return;
  violation_ = {machine_.violation().property, machine_.violation().message, thread, e, 0, none};
  violatingSteps_ = std::move(before);
  if (tracing_) violatingSteps_.push_back({thread, e, log_.values});
}

// False: nothing is left of this successor.
bool Stepper::runFurther(Successor& s, uint32_t thread) {
  logging_ = tracing_;
  const size_t longest = std::max(maxRun, s.state.bytes().size() / bytesPerStep);
  for (size_t length = 0;; ++length) {
    if (!logging_) length += runInPlace(s.state, thread, longest - length);
    const LocId l = s.state.view().location(thread);
    const bool atomic = machine_.code().isAtomic(l);
    if (!atomic && !runOn_->from(s.state.view(), thread)) return true;
    if (atomic && races_) {
      violation_ = races_->at(s.state.view(), thread);
      violatingSteps_ = s.steps;
      if (violation_) return false;
    }
    s.finished = !atomic;
    if (length == longest) return true;
    const Next next = oneStepOn(s, thread, atomic);
    if (next != Next::GoOn) return next == Next::Stop;
    s.finished = true;
  }
}

// If it came round a loop in which it only waits: on, until it is out. False: nothing is left.
bool Stepper::waitOut(const StateView& before, Successor& s, uint32_t thread) {
  const uint32_t loop = waitLoops_->loopAt(before.location(thread));
  if (loop == WaitLoops::noLoop || !isATurn(before, s.state, thread)) return true;
  Successor turned = s;
  if (turnUntilOut(s, thread, loop)) return runFurther(s, thread);
  s = std::move(turned);
  return true;
}

// Nothing but the counter differs.
bool Stepper::isATurn(const StateView& before, const State& after, uint32_t thread) {
  const LocId l = before.location(thread);
  if (after.view().location(thread) != l || before.bytes().size() != after.bytes().size()) return false;
  const interp::Slot& counter = machine_.code().slotOf(waitLoops_->counterOf(waitLoops_->loopAt(l)));
  trial_.assign(after.bytes());
  std::memcpy(trial_.slots(thread) + counter.offset, before.slots(thread) + counter.offset,
              counter.wide ? 8 : 4);
  return std::ranges::equal(trial_.bytes(), before.bytes());
}

bool Stepper::turnUntilOut(Successor& s, uint32_t thread, uint32_t loop) {
  logging_ = tracing_;
  for (size_t steps = 0; steps < longestWait; ++steps) {
    const LocId l = s.state.view().location(thread);
    if (!waitLoops_->isIn(loop, l)) return true;
    if (!decided_[l]) return false;
    sinceCheckpoint_.clear();
    if (tracing_ ? oneStepOn(s, thread, false) != Next::GoOn : stepInPlace(s.state, thread) != InPlace::Done)
      return false;
  }
  return false;
}

// As many steps as can be made without looking at more than one state: no choice, no end, nothing to note.
// They are made in the state itself; what spoils it is taken back by making the steps before once more.
size_t Stepper::runInPlace(State& s, uint32_t thread, size_t most) {
  sinceCheckpoint_.clear();
  while (sinceCheckpoint_.size() < most) {
    const LocId l = s.view().location(thread);
    if (!canRunInPlace(l, s.view().threadCount()) || !runOn_->from(s.view(), thread)) break;
    if (sinceCheckpoint_.empty()) checkpoint_.assign(s.bytes());
    const InPlace result = stepInPlace(s, thread);
    if (result == InPlace::Spoiled) rewind(s, thread);
    if (result != InPlace::Done) break;
  }
  return sinceCheckpoint_.size();
}

bool Stepper::canRunInPlace(LocId l, uint32_t threads) const {
  if (!decided_[l] || machine_.code().isAtomic(l)) return false;
  return !contention_ ||
         std::ranges::none_of(program_.out(l), [&](EdgeId e) { return contention_->isWatched(e, threads); });
}

Stepper::InPlace Stepper::stepInPlace(State& s, uint32_t thread) {
  ChoiceWatch chooser;
  for (EdgeId e : program_.out(s.view().location(thread))) {
    ++executed_;
    const StepKind kind = machine_.step(s, thread, e, chooser);
    if (chooser.asked || (kind != StepKind::Done && machine_.touched())) return InPlace::Spoiled;
    if (kind == StepKind::Disabled) continue;
    if (kind != StepKind::Done) return InPlace::Blocked;
    sinceCheckpoint_.push_back(e);
    return InPlace::Done;
  }
  return InPlace::Blocked;
}

void Stepper::rewind(State& s, uint32_t thread) {
  ChoiceWatch chooser;
  s.assign(checkpoint_.bytes());
  for (EdgeId e : sinceCheckpoint_) machine_.step(s, thread, e, chooser);
}

Stepper::Next Stepper::oneStepOn(Successor& s, uint32_t thread, bool atomic) {
  StepKind onlyKind = StepKind::Disabled;
  EdgeId onlyEdge = none;
  std::vector<uint64_t> values;
  ForkJoinOrder::Clocks onlyClocks = s.clocks;
  for (EdgeId e : program_.out(s.state.view().location(thread))) {
    innerChoices_.start();
    do {
      trial_.assign(s.state.bytes());
      ForkJoinOrder::Clocks clocks = s.clocks;
      const StepKind kind = execute(s.state.view(), trial_, clocks, thread, e, innerChoices_);
      if (kind == StepKind::Violation) {
        found(kind, thread, e, s.steps);
        return Next::Drop;
      }
      if (kind == StepKind::Disabled) continue;
      if (onlyEdge != none) return Next::Stop; // several ways to go
      onlyEdge = e;
      onlyKind = kind;
      onlyClocks = clocks;
      if (kind == StepKind::Done) std::swap(trial_, only_);
      if (tracing_) values = log_.values;
      if (atomic) noteEnd(kind);
      if (kind == StepKind::Cutoff && atomic && notes_.isNew(e)) notes_.cutoff(e, machine_.assumption());
    } while (innerChoices_.next());
    if (innerChoices_.cutShort()) return Next::Stop;
  }
  if (onlyKind == StepKind::Done) {
    std::swap(s.state, only_);
    s.clocks = onlyClocks;
    if (tracing_) s.steps.push_back({thread, onlyEdge, std::move(values)});
    return Next::GoOn;
  }
  // The run ends: in an atomic section nobody else can act before that. Blocked: let the search see it.
  return atomic && onlyKind != StepKind::Disabled ? Next::Drop : Next::Stop;
}

} // namespace heddle::explore
