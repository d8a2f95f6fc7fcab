// Steps that can be tried, and the ends of an execution; see course.h.
#include "interp/course.h"

#include "interp/pending.h"

namespace heddle::interp {

Course::Course(Machine& machine)
    : machine_(machine), state_(machine.initialState()), before_(machine.initialState()) {
  schedule_.memoryModel = machine.code().memoryModel();
}

bool Course::step(uint32_t thread, ccfg::EdgeId edge, Chooser& chooser) {
  before_.assign(state_.bytes());
  const StepKind kind = machine_.step(state_, thread, edge, chooser, &log_);
  if (kind == StepKind::Disabled) {
    if (machine_.touched()) state_.assign(before_.bytes());
    return false;
  }
  schedule_.steps.push_back({thread, edge, log_.values});
  over_ = kind != StepKind::Done;
  if (kind == StepKind::Violation)
    violates({machine_.violation().property, machine_.violation().message, thread, edge, 0, ccfg::none});
  return true;
}

bool Course::flush(uint32_t thread, uint64_t address) {
  if (!machine_.flush(state_, thread, address, &log_)) return false;
  schedule_.steps.push_back({thread, ccfg::none, log_.values});
  return true;
}

void Course::endIfRacing() {
  Prober prober(machine_);
  if (auto race = raceViolation(machine_.code(), view(), prober.pending(view()))) violates(std::move(*race));
}

void Course::endIfDeadlocked() {
  Prober prober(machine_);
  const std::vector<ThreadStatus> threads = prober.status(view());
  if (!isDeadlock(threads)) return;
  violates({ccfg::Property::Deadlock, deadlockMessage(machine_.code().program(), threads)});
}

void Course::violates(ccfg::Violation violation) {
  schedule_.violation = std::move(violation);
  over_ = violated_ = true;
}

} // namespace heddle::interp
