// See unlate.h. A store that the copy makes at once takes the way through the buffer in the original: it
// leaves as soon as it can.
#include "interp/unlate.h"

#include "interp/course.h"
#include "support/error.h"

#include <map>
#include <set>

namespace heddle::interp {

namespace {

class Recorded : public Chooser {
public:
  explicit Recorded(const std::vector<uint64_t>& values) : values_(values) {}
  uint64_t choose(const Choice& c) override { return next_ < values_.size() ? values_[next_++] : c.lo; }

private:
  const std::vector<uint64_t>& values_;
  size_t next_ = 0;
};

class Lifter {
public:
  Lifter(const ccfg::transform::Derived& derived, Machine& copyMachine, Machine& original)
      : derived_(derived), machine_(original), copy_(copyMachine), course_(original) {}

  std::optional<ccfg::Schedule> run(const ccfg::Schedule& s) {
    for (const ccfg::ScheduleStep& step : s.steps)
      if (!follow(step)) return std::nullopt;
    if (!course_.over() && s.violation.property == ccfg::Property::Deadlock) course_.endIfDeadlocked();
    HEDDLE_CHECK(course_.violated(), "a schedule of a copy shows no violation of the original");
    return course_.schedule();
  }

private:
  bool follow(const ccfg::ScheduleStep& step) {
    HEDDLE_CHECK(!course_.over(), "an execution goes on in the copy alone");
    Recorded values(step.values);
    HEDDLE_CHECK(copy_.step(step.thread, step.edge, values), "a step of the copy is not enabled");
    const auto& pieces = derived_.edges.at(step.edge);
    auto& late = late_[step.thread];
    if (pieces.empty()) {
      const uint64_t address = copy_.log().accesses.at(0).address;
      HEDDLE_CHECK(late.contains(address), "a store reaches memory that was not made");
      late.erase(late.find(address));
      HEDDLE_CHECK(course_.flush(step.thread, address), "a store of the copy can't reach memory");
    } else {
      Recorded again(step.values);
      if (!course_.step(step.thread, pieces[0].edge, again)) {
        HEDDLE_CHECK(machine_.bufferWasFull(), "a step of the copy is none of the original");
        return false;
      }
      for (const Access& a : course_.log().accesses)
        if (a.isBuffered && !storesAtOnce(step.edge)) late.insert(a.address);
    }
    if (!course_.over()) emptyUnnoticed(step.thread);
    return true;
  }

  bool storesAtOnce(ccfg::EdgeId e) const {
    for (const ccfg::Operation& op : derived_.program->edges[e].ops)
      if (std::holds_alternative<ccfg::Store>(op)) return true;
    return false;
  }

  void emptyUnnoticed(uint32_t thread) {
    for (bool on = true; on;) {
      on = false;
      for (const uint64_t address : machine_.flushable(course_.view(), thread))
        if (!late_[thread].contains(address)) on = course_.flush(thread, address) || on;
    }
  }

  const ccfg::transform::Derived& derived_;
  Machine& machine_;
  Course copy_, course_;
  std::map<uint32_t, std::multiset<uint64_t>>
      late_; // by thread: addresses of stores that are late in the copy
};

} // namespace

std::optional<ccfg::Schedule> liftLate(const ccfg::transform::Derived& copy, const ccfg::Schedule& schedule,
                                       Machine& copyMachine, Machine& original) {
  return Lifter(copy, copyMachine, original).run(schedule);
}

} // namespace heddle::interp
