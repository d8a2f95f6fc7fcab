// Breadth-first search by context switches.
#include "engines/explore/fewswitches.h"

#include "engines/explore/racecheck.h"
#include "engines/explore/trace.h"

#include <algorithm>

namespace heddle::explore {

using ccfg::Property;
using interp::StateView;

FewSwitches::Node FewSwitches::load(NodeId node) {
  const std::span<const uint8_t> bytes = set_.load(node);
  Node n;
  n.state.assign(bytes.begin(), bytes.end() - sizeof n.mover);
  std::memcpy(&n.mover, bytes.last(sizeof n.mover).data(), sizeof n.mover);
  return n;
}

std::optional<ccfg::Schedule> FewSwitches::run(StateId maxNodes, size_t maxSwitches, const Budget& budget) {
  constexpr StateId budgetInterval = 1024;
  add(noState, machine_.initialState().bytes(), 1, 1);
  for (size_t switches = 0; switches <= maxSwitches; ++switches) {
    for (StateId count = 0; !sameSwitches_.empty() && !now_; ++count) {
      if (set_.size() > maxNodes || (count % budgetInterval == 0 && budget.exhausted())) return std::nullopt;
      const NodeId node = sameSwitches_.front();
      sameSwitches_.pop_front();
      expand(node);
    }
    if (!now_) now_ = std::move(withOneMore_);
    if (now_) return scheduleOf(now_->node, now_->violation, now_->thread);
    std::swap(sameSwitches_, oneMore_);
    if (sameSwitches_.empty()) break;
  }
  return std::nullopt;
}

void FewSwitches::expand(NodeId node) {
  const Node n = load(node);
  const StateView s(machine_.code().layout(), n.state);
  const uint32_t holder = interp::sectionHolder(machine_.code(), s);
  bool canMove = false;
  for (uint32_t t = 1; t <= s.threadCount() && !now_; ++t) {
    if (machine_.hasEnded(s, t) || (holder != 0 && holder != t)) continue;
    step(node, s, t, n.mover);
    canMove |= stepper_.enabled();
  }
  if (!now_) checkState(node, s, canMove);
}

void FewSwitches::step(NodeId node, const StateView& s, uint32_t thread, uint32_t mover) {
  stepper_.run(s, thread);
  for (Successor& next : stepper_.successors()) add(node, next.state.bytes(), thread, mover);
  if (stepper_.violation()) found(node, *stepper_.violation(), thread, thread == mover);
}

void FewSwitches::add(NodeId parent, std::span<const uint8_t> state, uint32_t thread, uint32_t mover) {
  key_.assign(state.begin(), state.end());
  const auto* bytes = reinterpret_cast<const uint8_t*>(&thread);
  key_.insert(key_.end(), bytes, bytes + sizeof thread);
  const auto [id, fresh, known] = set_.insert(key_, parent);
  if (fresh) (thread == mover ? sameSwitches_ : oneMore_).push_back(id);
}

void FewSwitches::checkState(NodeId node, const StateView& s, bool canMove) {
  if (property_ == Property::Race) {
    std::optional<ccfg::Violation> race;
    if (races_)
      race = races_->at(s);
    else
      race = interp::raceViolation(machine_.code(), s, prober_.pending(s));
    if (race) found(node, *race, 0, true);
  }
  if (property_ == Property::Deadlock && (!canMove || partialDeadlock_)) {
    const std::vector<interp::ThreadStatus> threads = prober_.status(s);
    if ((!canMove && interp::isDeadlock(threads)) ||
        (partialDeadlock_ && !interp::waitCycle(threads).empty()))
      found(node, {Property::Deadlock, interp::deadlockMessage(machine_.code().program(), threads)}, 0, true);
  }
}

void FewSwitches::found(NodeId node, ccfg::Violation v, uint32_t thread, bool atOnce) {
  std::optional<Found>& place = atOnce ? now_ : withOneMore_;
  if (v.property == property_ && !place) place = Found{node, std::move(v), thread};
}

ccfg::Schedule FewSwitches::scheduleOf(NodeId node, const ccfg::Violation& v, uint32_t thread) {
  std::vector<NodeId> chain;
  for (NodeId n = node; n != noState; n = set_.parent(n)) chain.push_back(n);
  std::reverse(chain.begin(), chain.end());
  ccfg::Schedule schedule;
  schedule.violation = v;
  auto append = [&](std::vector<ccfg::ScheduleStep> steps) {
    for (ccfg::ScheduleStep& step : steps) schedule.steps.push_back(std::move(step));
  };
  const interp::Layout& layout = machine_.code().layout();
  Node from = load(chain[0]);
  for (size_t i = 1; i < chain.size(); ++i) {
    Node to = load(chain[i]);
    append(stepsBetween(stepper_, {layout, from.state}, to.state, to.mover));
    from = std::move(to);
  }
  if (thread != 0) append(violatingSteps(stepper_, {layout, from.state}, thread));
  return schedule;
}

} // namespace heddle::explore
