#include "engines/impact/toschedule.h"

#include "interp/course.h"
#include "logic/eval.h"

#include <fmt/format.h>

namespace heddle::impact {

namespace {

class ModelValues : public interp::Chooser {
public:
  ModelValues(Search& search, const std::map<SymbolId, uint64_t>& model) : search_(search), model_(model) {}

  void standAt(const Values& values, const Action& action, size_t edge) {
    values_ = &values;
    action_ = &action;
    edge_ = edge;
  }
  uint64_t choose(const interp::Choice& c) override {
    const auto it = action_->values.find({edge_, c.op});
    if (it == action_->values.end()) return c.lo;
    return logic::evaluate(search_.evaluate(*values_, it->second), [&](Term leaf) {
      const auto value = model_.find(static_cast<SymbolId>(leaf.value()));
      return value == model_.end() ? 0 : value->second;
    });
  }

private:
  Search& search_;
  const std::map<SymbolId, uint64_t>& model_;
  const Values* values_ = nullptr;
  const Action* action_ = nullptr;
  size_t edge_ = 0;
};

} // namespace

Witness makeWitness(Search& search, const Found& found, const engine::Problem& problem) {
  interp::Machine machine(problem.code(), problem.question.properties);
  interp::Course course(machine);
  ModelValues values(search, found.model);
  Witness w;
  std::map<uint32_t, uint32_t> numbers = {{0, 1}}; // of the instances in the slots
  uint32_t started = 1;
  // False: the execution is over, or can't go on.
  const auto follow = [&](NodeId before, const Action& action, size_t end) {
    const uint32_t thread = numbers.at(action.slot);
    for (size_t i = 0; i < end && !course.over(); ++i) {
      values.standAt(search.tree().at(before).values, action, i);
      if (course.step(thread, action.edges[i], values)) continue;
      w.problem = fmt::format("thread {} can't move along edge {}", thread, action.edges[i]);
      return false;
    }
    for (const auto& [slot, standing] : action.forked) numbers[slot] = ++started;
    return !course.over();
  };
  const std::vector<NodeId> path = search.tree().path(found.node);
  bool on = true;
  for (size_t i = 2; i < path.size() && on; ++i) {
    const Action& action = *search.tree().at(path[i]).in;
    on = follow(path[i - 1], action, action.edges.size());
  }
  if (on && found.action) follow(found.node, *found.action, found.event.edge + 1);
  if (on && !found.action && found.event.property == ccfg::Property::Race) course.endIfRacing();
  if (on && !found.action && found.event.property == ccfg::Property::Deadlock) course.endIfDeadlocked();
  if (course.violated())
    w.schedule = course.schedule();
  else if (w.problem.empty())
    w.problem = "the execution violates nothing";
  return w;
}

} // namespace heddle::impact
