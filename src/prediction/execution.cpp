// See execution.h. A question leaves out the threads that it is not about: they have no numbers in it, and
// the edges that start them are not there. Each thread of a recorded run's model is a line, and started at
// most once.
//
// A question may read, at the beginning of an edge, what the edge is about to overwrite. If that was never
// written, the schedule has a value for it, which the model's edge does not ask for.
#include "prediction/execution.h"

#include "interp/machine.h"
#include "support/error.h"

#include <map>

namespace heddle::prediction {

using ccfg::EdgeId;
using ccfg::Property;
using ccfg::ThreadId;

namespace {

class Values : public interp::Chooser {
public:
  // Empty: any will do, and they are counted.
  explicit Values(std::vector<uint64_t> values) : values_(std::move(values)) {}
  uint64_t choose(const interp::Choice& c) override {
    const uint64_t value = asked < values_.size() ? values_[asked] : c.lo;
    ++asked;
    return (value & ~c.known) | c.knownBits;
  }

  size_t asked = 0;

private:
  const std::vector<uint64_t> values_;
};

class Execution {
public:
  explicit Execution(const ccfg::Program& model)
      : model_(model), code_(model), machine_(code_, {}), state_(machine_.initialState()) {
    for (const ccfg::Thread& t : model.threads) at_.push_back(t.entry);
  }

  uint32_t numberOf(EdgeId e) { return numbers_[threadOf(e)]; }

  // After what the thread does before, as far as the question left it out.
  void take(EdgeId e, const std::vector<uint64_t>& values) {
    const ThreadId t = threadOf(e);
    while (at_[t] != model_.edges[e].from) {
      HEDDLE_CHECK(at_[t] != model_.threads[t].exit, "a question goes another way than the run's model");
      step(t, model_.out(at_[t]).at(0), {});
    }
    step(t, e, values);
  }

  std::vector<ccfg::ScheduleStep> steps() { return std::move(steps_); }

private:
  ThreadId threadOf(EdgeId e) const { return model_.locations[model_.edges[e].from].thread; }

  void step(ThreadId t, EdgeId e, std::vector<uint64_t> values) {
    Values any({});
    interp::State tried = state_;
    machine_.step(tried, numbers_[t], e, any);
    if (values.size() > any.asked) // the question's own come first
      values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(any.asked));
    Values chosen(values);
    machine_.step(state_, numbers_[t], e, chosen);
    steps_.push_back({numbers_[t], e, std::move(values)});
    at_[t] = model_.edges[e].to;
    for (const ccfg::Operation& op : model_.edges[e].ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op))
        numbers_.try_emplace(fork->thread, static_cast<uint32_t>(numbers_.size() + 1));
  }

  const ccfg::Program& model_;
  interp::Code code_;
  interp::Machine machine_;
  interp::State state_;
  std::vector<ccfg::LocId> at_; // by thread
  std::map<ThreadId, uint32_t> numbers_ = {{0, 1}};
  std::vector<ccfg::ScheduleStep> steps_;
};

} // namespace

ccfg::Schedule executionOf(const predict::Predicted& violation, const ccfg::Schedule& schedule) {
  Execution execution(*violation.model);
  for (const ccfg::ScheduleStep& step : schedule.steps) execution.take(step.edge, step.values);
  ccfg::Schedule out;
  out.steps = execution.steps();
  ccfg::Violation& v = out.violation;
  v.property = violation.property;
  if (v.property == Property::Deadlock) return out;
  v.edge = violation.property == Property::Race ? violation.edges.front() : violation.edges.back();
  v.thread = execution.numberOf(v.edge);
  if (v.property != Property::Race) return out;
  v.otherEdge = violation.edges.back();
  v.otherThread = execution.numberOf(v.otherEdge);
  return out;
}

} // namespace heddle::prediction
