// Executes the edges of one thread, and runs on through steps that need no interleaving.
#include "engines/explore/stepper.h"

#include "engines/explore/racecheck.h"

namespace heddle::explore {

using ccfg::EdgeId;
using ccfg::none;
using interp::State;
using interp::StateView;
using interp::StepKind;

namespace {

// Local loops are cut into pieces of this length, so that one that never ends is seen as a cycle of states.
constexpr unsigned maxRun = 1000;

} // namespace

Stepper::Stepper(interp::Machine& machine, RunOn* runOn, RaceCheck* races, Notes& notes)
    : machine_(machine), program_(machine.code().program()), runOn_(runOn), races_(races), notes_(notes),
      trial_(machine.code().layout()), only_(trial_) {}

void Stepper::run(const StateView& s, uint32_t thread, std::vector<interp::PendingAccess>* pending) {
  count_ = 0;
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
  if (count_ == successors_.size()) successors_.push_back({trial_, true, {}});
  Successor& next = successors_[count_];
  next.state.assign(s.bytes());
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
    const StepKind kind = execute(next.state, thread, e, choices_);
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
    if (runFurther(next, thread))
      ++count_;
    else
      ended_ = true;
    if (violation_) return;
  } while (choices_.next());
  enabled_ |= choices_.cutShort();
}

StepKind Stepper::execute(State& s, uint32_t thread, EdgeId e, interp::Chooser& chooser) {
  ++executed_;
  return machine_.step(s, thread, e, chooser, logging_ ? &log_ : nullptr);
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
  for (unsigned length = 0;; ++length) {
    const ccfg::LocId l = s.state.view().location(thread);
    const bool atomic = machine_.code().isAtomic(l);
    if (!atomic && !runOn_->from(s.state.view(), thread)) return true;
    if (atomic && races_) {
      violation_ = races_->at(s.state.view(), thread);
      violatingSteps_ = s.steps;
      if (violation_) return false;
    }
    s.finished = !atomic;
    if (length == maxRun) return true;
    const Next next = oneStepOn(s, thread, atomic);
    if (next != Next::GoOn) return next == Next::Stop;
    s.finished = true;
  }
}

Stepper::Next Stepper::oneStepOn(Successor& s, uint32_t thread, bool atomic) {
  StepKind onlyKind = StepKind::Disabled;
  EdgeId onlyEdge = none;
  std::vector<uint64_t> values;
  for (EdgeId e : program_.out(s.state.view().location(thread))) {
    innerChoices_.start();
    do {
      trial_.assign(s.state.bytes());
      const StepKind kind = execute(trial_, thread, e, innerChoices_);
      if (kind == StepKind::Violation) {
        found(kind, thread, e, s.steps);
        return Next::Drop;
      }
      if (kind == StepKind::Disabled) continue;
      if (onlyEdge != none) return Next::Stop; // several ways to go
      onlyEdge = e;
      onlyKind = kind;
      if (kind == StepKind::Done) std::swap(trial_, only_);
      if (tracing_) values = log_.values;
      if (atomic) noteEnd(kind);
      if (kind == StepKind::Cutoff && atomic && notes_.isNew(e)) notes_.cutoff(e, machine_.assumption());
    } while (innerChoices_.next());
    if (innerChoices_.cutShort()) return Next::Stop;
  }
  if (onlyKind == StepKind::Done) {
    std::swap(s.state, only_);
    if (tracing_) s.steps.push_back({thread, onlyEdge, std::move(values)});
    return Next::GoOn;
  }
  // The run ends: in an atomic section nobody else can act before that. Blocked: let the search see it.
  return atomic && onlyKind != StepKind::Disabled ? Next::Drop : Next::Stop;
}

} // namespace heddle::explore
