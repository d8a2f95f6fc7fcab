// See taint.h. The schedule is executed once more, with a shadow beside it: for each register of a thread and
// each byte, the assumptions that its value comes from.
#include "interp/taint.h"

#include "interp/pending.h"
#include "interp/replay.h"
#include "logic/term.h"

#include <algorithm>
#include <map>

namespace heddle::interp {

using ccfg::AssumptionId;
using ccfg::none;

namespace {

using Sources = std::set<AssumptionId>;

// Any value: what is only looked at has none of its own.
class LeastValue : public Chooser {
public:
  uint64_t choose(const Choice& c) override { return (c.lo & ~c.knownBits) | (c.known & c.knownBits); }
};

class Shadow : public Watcher {
public:
  explicit Shadow(const ccfg::Program& p) : p_(p) {}

  void begins(Machine& machine, const ccfg::Schedule& schedule) override {
    machine_ = &machine;
    schedule_ = &schedule;
    std::vector<bool> placed(p_.assumptions.size(), false);
    for (const ccfg::Edge& e : p_.edges)
      if (e.assumption != none) placed[e.assumption] = true;
    for (AssumptionId a = 0; a < p_.assumptions.size(); ++a)
      if (!placed[a] && p_.assumptions[a].addsBehaviours) ofModel(a);
  }

  void step(const ccfg::ScheduleStep& s, StepKind, const State&, const State& after,
            const StepLog& log) override {
    if (s.isFlush()) return;
    const ccfg::Edge& edge = p_.edges[s.edge];
    choices_ = chosenOn(s.thread, edge);
    execute(s.thread, edge, log);
    if (log.allocated == 0 || choices_.empty()) return; // else its content is chosen when it is read
    const StateView v = after.view();
    if (const uint32_t index = v.findObject(log.allocated); index != none)
      write(log.allocated, v.object(index).size, choices_);
  }

  void ends(const State& state) override {
    const ccfg::Violation& v = schedule_->violation;
    if (v.property == ccfg::Property::Race) {
      if (v.edge == none || v.otherEdge == none) return decideAll();
      lookAt(state, v.thread, v.edge);
      lookAt(state, v.otherThread, v.otherEdge);
    }
    if (v.property != ccfg::Property::Deadlock) return;
    const std::vector<ThreadStatus> threads = Prober(*machine_).status(state.view());
    if (!isDeadlock(threads)) return decideAll(); // it is about what may still happen
    for (const ThreadStatus& t : threads)
      if (!t.ended)
        for (ccfg::EdgeId e : p_.out(t.location)) lookAt(state, t.number, e);
  }

  Sources take() { return std::move(decided_); }

private:
  using Register = std::pair<uint32_t, ccfg::RegId>; // of a thread

  // Without an edge: the initial value of an object that nobody defines; else we don't know what it concerns.
  void ofModel(AssumptionId a) {
    const SourcePos& pos = p_.assumptions[a].pos;
    bool found = false;
    for (ccfg::ObjectId o = 0; o < p_.objects.size(); ++o) {
      const ccfg::Object& object = p_.objects[o];
      if (object.kind != ccfg::ObjectKind::Global || !object.uninitialised || !(object.pos == pos)) continue;
      found = true;
      memory_[machine_->code().layout().address(o)] = {object.size, {a}};
    }
    if (!found) decided_.insert(a);
  }

  // What a choice of the edge comes from: its own assumption, or that of the library function it belongs to.
  Sources chosenOn(uint32_t thread, const ccfg::Edge& edge) {
    Sources result;
    for (const auto& [of, stack, a] : functions_)
      if (of == thread && isWithin(edge.stack, stack)) result.insert(a);
    if (edge.assumption == none || !p_.assumptions[edge.assumption].addsBehaviours) return result;
    if (p_.assumptions[edge.assumption].missesBehaviours) decided_.insert(edge.assumption);
    result.insert(edge.assumption);
    const bool chooses = std::ranges::any_of(
        edge.ops, [](const auto& op) { return std::holds_alternative<ccfg::Nondet>(op); });
    if (!chooses) functions_.emplace(thread, edge.stack, edge.assumption);
    return result;
  }

  bool isWithin(ccfg::StackId stack, ccfg::StackId outer) const {
    for (; stack != outer; stack = p_.stacks[stack].parent)
      if (stack == 0) return false;
    return true;
  }

  Sources of(uint32_t thread, ccfg::Term t) const {
    Sources result;
    if (!t || registers_.empty()) return result;
    for (logic::SymbolId s : logic::symbolsOf(t))
      if (const auto it = registers_.find({thread, s}); it != registers_.end())
        result.insert(it->second.begin(), it->second.end());
    return result;
  }
  void decide(const Sources& by) { decided_.insert(by.begin(), by.end()); }
  void decideAll() {
    for (const auto& [reg, sources] : registers_) decide(sources);
    for (const auto& [address, stretch] : memory_) decide(stretch.sources);
  }
  void set(uint32_t thread, ccfg::RegId reg, Sources sources) {
    if (reg == none) return;
    if (sources.empty())
      registers_.erase({thread, reg});
    else
      registers_[{thread, reg}] = std::move(sources);
  }

  Sources in(uint64_t address, uint64_t bytes) const {
    Sources result;
    for (const auto& [begin, stretch] : memory_) {
      if (begin >= address + bytes) break;
      if (begin + stretch.bytes > address) result.insert(stretch.sources.begin(), stretch.sources.end());
    }
    return result;
  }
  // What was there is not cleared: a store may reach memory later, or cover a part of it.
  void write(uint64_t address, uint64_t bytes, const Sources& sources) {
    if (sources.empty()) return;
    Stretch& s = memory_[address];
    s.bytes = std::max(s.bytes, bytes);
    s.sources.insert(sources.begin(), sources.end());
  }

  void execute(uint32_t thread, const ccfg::Edge& edge, const StepLog& log) {
    for (uint32_t i = 0; i < edge.ops.size(); ++i) {
      const auto found = std::ranges::find(log.accesses, i, &Access::op);
      access_ = found == log.accesses.end() ? nullptr : &*found;
      wasChosen_ = !log.values.empty();
      forked_ = log.forked;
      std::visit([&](const auto& op) { operation(thread, op); }, edge.ops[i]);
    }
  }
  // What it does from here has no effect; what it looks at counts.
  void lookAt(const State& state, uint32_t thread, ccfg::EdgeId e) {
    State copy = state;
    StepLog log;
    LeastValue any;
    machine_->step(copy, thread, e, any, &log);
    const auto kept = registers_;
    execute(thread, p_.edges[e], log);
    registers_ = kept;
  }

  void operation(uint32_t thread, const ccfg::Assume& o) { decide(of(thread, o.cond)); }
  void operation(uint32_t thread, const ccfg::Set& o) {
    std::vector<Sources> sources;
    for (const ccfg::Assignment& a : o.assignments) sources.push_back(of(thread, a.value));
    for (size_t i = 0; i < sources.size(); ++i) set(thread, o.assignments[i].reg, std::move(sources[i]));
  }
  void operation(uint32_t thread, const ccfg::Load& o) {
    decide(of(thread, o.addr));
    if (access_ == nullptr) return;
    if (wasChosen_) write(access_->address, access_->bytes, choices_); // never written before
    set(thread, o.dst, in(access_->address, access_->bytes));
  }
  void operation(uint32_t thread, const ccfg::Store& o) {
    decide(of(thread, o.addr));
    if (access_ != nullptr) write(access_->address, access_->bytes, of(thread, o.value));
  }
  void operation(uint32_t thread, const ccfg::Nondet& o) { set(thread, o.dst, choices_); }
  void operation(uint32_t thread, const ccfg::Alloc& o) {
    decide(of(thread, o.size));
    set(thread, o.dst, {});
  }
  void operation(uint32_t thread, const ccfg::Free& o) { decide(of(thread, o.addr)); }
  void operation(uint32_t thread, const ccfg::Fork& o) {
    const std::vector<ccfg::RegId>& params = p_.threads[o.thread].params;
    for (size_t i = 0; i < o.args.size() && i < params.size() && forked_ != 0; ++i)
      set(forked_, params[i], of(thread, o.args[i]));
    set(thread, o.handle, {});
  }
  // Whose result it is nobody remembers here: that of any thread.
  void operation(uint32_t thread, const ccfg::Join& o) {
    decide(of(thread, o.handle));
    Sources sources;
    for (const auto& [reg, from] : registers_)
      for (const ccfg::Thread& t : p_.threads)
        if (t.result == reg.second) sources.insert(from.begin(), from.end());
    set(thread, o.result, std::move(sources));
  }
  void operation(uint32_t thread, const ccfg::Assert& o) { decide(of(thread, o.cond)); }
  void operation(uint32_t, const ccfg::Fence&) {}
  void operation(uint32_t, const ccfg::Mark&) {}
  void operation(uint32_t, const ccfg::Halt&) {}

  struct Stretch {
    uint64_t bytes = 0;
    Sources sources;
  };

  const ccfg::Program& p_;
  Machine* machine_ = nullptr;
  const ccfg::Schedule* schedule_ = nullptr;
  std::map<Register, Sources> registers_;
  std::map<uint64_t, Stretch> memory_;                                    // by address
  std::set<std::tuple<uint32_t, ccfg::StackId, AssumptionId>> functions_; // that approximate
  Sources decided_;
  // of the step:
  Sources choices_;
  const Access* access_ = nullptr;
  bool wasChosen_ = false;
  uint32_t forked_ = 0;
};

} // namespace

std::set<AssumptionId> dependsOn(const ccfg::Program& p, const ccfg::Schedule& schedule) {
  Shadow shadow(p);
  replay(p, schedule, {}, &shadow);
  return shadow.take();
}

} // namespace heddle::interp
