// Executes a schedule and writes down what happens. Neighbours: names.h for variables and values, locks.h for
// who holds and who waits.
#include "report/story.h"

#include "interp/pending.h"
#include "report/locks.h"
#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {

namespace {

using interp::StepKind;

class ScheduledValues : public interp::Chooser {
public:
  explicit ScheduledValues(const std::vector<uint64_t>& values) : values_(values) {}
  uint64_t choose(const interp::Choice& c) override {
    // A pending access that is only looked at has no values: any will do.
    const uint64_t value = next_ < values_.size() ? values_[next_++] : c.lo;
    return (value & ~c.knownBits) | (c.known & c.knownBits);
  }

private:
  const std::vector<uint64_t>& values_;
  size_t next_ = 0;
};

class Teller {
public:
  Teller(const ccfg::Program& program, ccfg::PropertySet asked)
      : program_(program), code_(program), machine_(code_, asked), state_(machine_.initialState()),
        names_(code_), locks_(machine_, names_) {}

  Story tell(const ccfg::Schedule& schedule) {
    story_.violation = schedule.violation;
    story_.threads.push_back({1, program_.threads[0].function, 0, {}});
    for (size_t i = 0; i < schedule.steps.size(); ++i) {
      const StepKind kind = step(schedule.steps[i]);
      const bool last = i + 1 == schedule.steps.size();
      HEDDLE_CHECK(kind == StepKind::Done || (last && kind == StepKind::Violation),
                   fmt::format("step {} of the schedule can't be executed", i + 1));
    }
    const ccfg::Violation& v = schedule.violation;
    if (v.edge != ccfg::none) story_.violationPos = program_.edges[v.edge].pos;
    if (v.property == ccfg::Property::Race) addRace(v);
    if (v.property == ccfg::Property::Deadlock) addDeadlock();
    return std::move(story_);
  }

private:
  interp::StateView view() const { return state_.view(); }

  StepKind step(const ccfg::ScheduleStep& s) {
    const ccfg::Edge& edge = program_.edges[s.edge];
    Event event{s.thread, edge.pos, edge.stack, edge.library, edge.text, {}};
    addBefore(event, s.thread, edge);
    const interp::State before = state_;
    interp::StepLog log;
    log.wantRegisters = true;
    ScheduledValues chooser(s.values);
    const StepKind kind = machine_.step(state_, s.thread, s.edge, chooser, &log);
    addAfter(event, before.view(), edge, log);
    story_.events.push_back(std::move(event));
    return kind;
  }

  // What must be asked before the step changes the registers.
  void addBefore(Event& event, uint32_t thread, const ccfg::Edge& edge) {
    const std::string sync = locks_.take(view(), thread, edge);
    if (!sync.empty()) note(event, sync);
    for (const ccfg::Operation& op : edge.ops)
      if (const auto* join = std::get_if<ccfg::Join>(&op))
        if (auto number = machine_.evaluate(view(), thread, join->handle))
          note(event, fmt::format("thread {} has ended", *number));
  }

  void addAfter(Event& event, const interp::StateView& before, const ccfg::Edge& edge,
                const interp::StepLog& log) {
    addChoices(event, edge, log);
    for (const interp::Access& access : log.accesses) {
      if (access.isFree)
        note(event, "frees " + names_.thing(before, access.address));
      else if (!edge.library)
        event.effects.push_back(accessEffect(before, access));
    }
    if (log.forked == 0) return;
    for (const ccfg::Operation& op : edge.ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op)) {
        const std::string& function = program_.threads[fork->thread].function;
        story_.threads.push_back({log.forked, function, event.thread, edge.pos});
        note(event, fmt::format("starts thread {} ({})", log.forked, function));
      }
  }

  void addChoices(Event& event, const ccfg::Edge& edge, const interp::StepLog& log) {
    for (const ccfg::Operation& op : edge.ops) {
      const auto* nondet = std::get_if<ccfg::Nondet>(&op);
      if (nondet == nullptr || nondet->origin.empty()) continue;
      for (const interp::RegisterValue& r : log.registers) {
        if (r.reg != nondet->dst) continue;
        const std::string value =
            names_.valueOfType(view(), program_.reg(r.reg).type, r.value, program_.regWidth(r.reg));
        note(event, fmt::format("{} gives {}", nondet->origin, value));
        break;
      }
    }
  }

  Effect accessEffect(const interp::StateView& before, const interp::Access& access) {
    // An object that the step itself made is known only afterwards.
    const bool known = names_.peek(before, access.address, access.bytes).has_value();
    const interp::StateView& state = known ? before : view();
    auto shown = [&](uint64_t number) { return names_.value(state, access.address, access.bytes, number); };
    const std::string cell = names_.cell(state, access.address, access.bytes);
    if (!access.isWrite) return {Effect::Kind::Read, cell, "", shown(access.value)};
    const auto old = names_.peek(before, access.address, access.bytes);
    return {Effect::Kind::Write, cell, old ? shown(*old) : "?", shown(access.value)};
  }

  std::vector<interp::Access> nextAccesses(uint32_t thread, ccfg::EdgeId e) {
    interp::State copy = state_;
    interp::StepLog log;
    const std::vector<uint64_t> noValues;
    ScheduledValues chooser(noValues);
    machine_.step(copy, thread, e, chooser, &log);
    return log.accesses;
  }

  void addRace(const ccfg::Violation& v) {
    const auto first = nextAccesses(v.thread, v.edge), second = nextAccesses(v.otherThread, v.otherEdge);
    for (const interp::Access& a : first)
      for (const interp::Access& b : second) {
        if (!interp::conflicts(a, b)) continue;
        story_.pending = {racing(v.thread, v.edge, a), racing(v.otherThread, v.otherEdge, b)};
        return;
      }
    throw InternalError("the two accesses of a race do not conflict");
  }

  Pending racing(uint32_t thread, ccfg::EdgeId e, const interp::Access& access) {
    const ccfg::Edge& edge = program_.edges[e];
    const char* verb = access.isFree ? "frees" : access.isWrite ? "writes" : "reads";
    const std::string what = access.isFree ? names_.thing(view(), access.address)
                                           : names_.cell(view(), access.address, access.bytes);
    return {thread, edge.pos, edge.text,
            fmt::format("{} {}{}", verb, what, access.isAtomic ? " (atomic)" : ""), locks_.heldBy(thread)};
  }

  void addDeadlock() {
    for (const interp::ThreadStatus& t : interp::Prober(machine_).status(view())) {
      if (t.ended) continue;
      Pending p = locks_.waiting(view(), t.number);
      if (t.canMove) p.what = "can go on";
      story_.pending.push_back(std::move(p));
    }
  }

  static void note(Event& event, std::string text) {
    event.effects.push_back({Effect::Kind::Note, std::move(text), "", ""});
  }

  const ccfg::Program& program_;
  interp::Code code_;
  interp::Machine machine_;
  interp::State state_;
  Names names_;
  Locks locks_;
  Story story_;
};

} // namespace

Story tell(const ccfg::Program& program, const ccfg::Schedule& schedule, ccfg::PropertySet asked) {
  return Teller(program, asked).tell(schedule);
}

} // namespace heddle::report
