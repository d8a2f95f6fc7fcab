#include "engines/predict/recorded.h"

#include "interp/machine.h"

#include <algorithm>

namespace heddle::predict {

namespace {

// Memory whose first content is not known had what was read from it.
class RecordedValues : public interp::Chooser {
public:
  explicit RecordedValues(const std::map<EdgeId, uint64_t>& values) : values_(values) {}
  uint64_t choose(const interp::Choice& c) override {
    const auto found = values_.find(c.edge);
    const uint64_t value = found == values_.end() ? c.lo : found->second;
    return (value & ~c.known) | c.knownBits;
  }

private:
  const std::map<EdgeId, uint64_t>& values_;
};

class Repetition {
public:
  Repetition(const Program& p, const RecordedRun& run)
      : p_(p), run_(run), code_(p), machine_(code_, {}), state_(machine_.initialState()),
        values_(run.values) {
    instances_[0] = 1;
  }

  EdgeId run(const Budget& budget) {
    std::map<std::pair<uint32_t, uint32_t>, EdgeId> edges;
    for (const auto& [edge, event] : run_.events) edges[{event.thread, event.event}] = edge;
    uint64_t steps = 0;
    for (const trace::EventRef& ref : run_.order) {
      const auto found = edges.find({ref.thread, ref.event});
      if (found == edges.end()) continue;
      if (++steps % 64 == 0) budget.check();
      if (const EdgeId failed = goTo(found->second); failed != ccfg::none) return failed;
    }
    return goToEnds();
  }

private:
  EdgeId goTo(EdgeId wanted) {
    const auto instance = instances_.find(threadOf(p_, wanted));
    if (instance == instances_.end()) return wanted;
    const std::vector<ccfg::Operation>& ops = p_.edges[wanted].ops;
    if (std::any_of(ops.begin(), ops.end(),
                    [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Join>(op); }))
      if (const EdgeId failed = goToEnds(); failed != ccfg::none) return failed;
    while (true) {
      const EdgeId e = next(instance->second);
      if (e == ccfg::none || !take(instance->second, e)) return e == ccfg::none ? wanted : e;
      if (e == wanted) return ccfg::none;
    }
  }

  // What threads do behind the last of their events that are over.
  EdgeId goToEnds() {
    for (const auto& [thread, instance] : instances_)
      for (EdgeId e = next(instance); e != ccfg::none && !run_.events.contains(e) && !ends(e);
           e = next(instance))
        if (!take(instance, e)) return e;
    return ccfg::none;
  }

  EdgeId next(uint32_t instance) const {
    const auto& out = p_.out(state_.view().location(instance));
    return out.empty() ? ccfg::none : out[0];
  }
  bool take(uint32_t instance, EdgeId e) {
    if (machine_.step(state_, instance, e, values_) != interp::StepKind::Done) return false;
    for (const ccfg::Operation& op : p_.edges[e].ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op))
        instances_[fork->thread] = state_.view().threadCount();
    return true;
  }
  // The program, or what is known of the thread.
  bool ends(EdgeId e) const {
    const ccfg::Edge& edge = p_.edges[e];
    return edge.from == edge.to ||
           std::any_of(edge.ops.begin(), edge.ops.end(),
                       [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Halt>(op); });
  }

  const Program& p_;
  const RecordedRun& run_;
  interp::Code code_;
  interp::Machine machine_;
  interp::State state_;
  RecordedValues values_;
  std::map<ThreadId, uint32_t> instances_;
};

} // namespace

EdgeId firstNotRepeated(const Program& program, const RecordedRun& run, const Budget& budget) {
  return Repetition(program, run).run(budget);
}

} // namespace heddle::predict
