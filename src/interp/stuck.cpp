// A plain search of all continuations of one state; see stuck.h. It shares nothing with the engines, so that
// what they claim is confirmed by it.
#include "interp/stuck.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

namespace heddle::interp {

namespace {

constexpr size_t mostStates = 50'000;

class Continuations {
public:
  Continuations(Machine& machine, const StateView& s) : machine_(machine), next_(machine.code().layout()) {
    Prober prober(machine);
    for (const ThreadStatus& t : prober.status(s))
      if (!t.ended && !t.canMove) stuck_.push_back(t.number);
    visit(s.bytes());
  }

  std::vector<uint32_t> run() {
    while (!waiting_.empty() && !stuck_.empty()) {
      const std::string* bytes = waiting_.front();
      waiting_.pop_front();
      expand({machine_.code().layout(), {reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}});
      if (seen_.size() > mostStates) stuck_.clear();
    }
    return stuck_;
  }

private:
  void visit(std::span<const uint8_t> bytes) {
    const auto [it, fresh] = seen_.emplace(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (fresh) waiting_.push_back(&*it);
  }

  void expand(const StateView& s) {
    const uint32_t holder = sectionHolder(machine_.code(), s);
    for (uint32_t t = 1; t <= s.threadCount() && !stuck_.empty(); ++t) {
      if (holder != 0 && holder != t) continue;
      for (ccfg::EdgeId e : machine_.code().program().out(s.location(t))) step(s, t, e);
      for (uint64_t address : machine_.flushable(s, t)) {
        next_.assign(s.bytes());
        machine_.flush(next_, t, address);
        moved(t);
        visit(next_.bytes());
      }
    }
  }

  void step(const StateView& s, uint32_t thread, ccfg::EdgeId e) {
    choices_.start();
    do {
      next_.assign(s.bytes());
      const StepKind kind = machine_.step(next_, thread, e, choices_);
      if (kind == StepKind::Disabled) continue;
      if (kind == StepKind::Ended && machine_.haltKind() == ccfg::HaltKind::Infeasible) continue;
      moved(thread);
      if (kind == StepKind::Done)
        visit(next_.bytes());
      else
        stuck_.clear(); // the program ends, or it is not known how it goes on
    } while (choices_.next());
    if (choices_.cutShort()) stuck_.clear();
  }

  void moved(uint32_t thread) { std::erase(stuck_, thread); }

  Machine& machine_;
  State next_;
  Enumerator choices_;
  std::vector<uint32_t> stuck_;          // as far as was seen
  std::unordered_set<std::string> seen_; // nodes stay where they are
  std::deque<const std::string*> waiting_;
};

} // namespace

std::vector<uint32_t> stuckThreads(Machine& machine, const StateView& s) {
  return Continuations(machine, s).run();
}

std::string stuckMessage(const ccfg::Program& p, const std::vector<ThreadStatus>& threads,
                         const std::vector<uint32_t>& stuck) {
  std::string text;
  for (const ThreadStatus& t : threads) {
    if (std::find(stuck.begin(), stuck.end(), t.number) == stuck.end()) continue;
    text += fmt::format("{}thread {} waits forever", text.empty() ? "" : ", ", t.number);
    const std::string what = t.waiting.empty() ? "" : p.edges[t.waiting[0].edge].text;
    if (!what.empty()) text += fmt::format(" in {}", what);
  }
  return "deadlock: " + text;
}

} // namespace heddle::interp
