// Both searches take single steps of interp::Machine. Nothing here knows what a mutex is: that is what is
// being tested.
#include "walk.h"

#include "interp/enumerate.h"
#include "interp/pending.h"
#include "support/error.h"

#include <algorithm>
#include <random>
#include <unordered_set>

namespace heddle::conform {
namespace {

using interp::State;
using interp::StepKind;

constexpr size_t mostStates = 150'000;
constexpr size_t mostSteps = 400'000;

struct Successor {
  StepKind kind = StepKind::Done;
  std::vector<uint8_t> state;
  Event event;
  bool aborts = false; // the program ends as by a signal
};

class Steps {
public:
  explicit Steps(const ccfg::Program& p)
      : code_(p), machine_(code_, {}), scratch_(machine_.initialState()), now_(machine_.initialState()) {
    for (ccfg::ObjectId o = 0; o < p.objects.size(); ++o)
      if (p.objects[o].name == "heddle_seen") seen_ = code_.layout().address(o);
    local_.assign(p.locations.size(), true);
    for (ccfg::LocId l = 0; l < p.locations.size(); ++l) {
      for (const ccfg::EdgeId e : p.out(l))
        for (const auto& op : p.edges[e].ops)
          if (!std::holds_alternative<ccfg::Assume>(op) && !std::holds_alternative<ccfg::Set>(op))
            local_[l] = false;
      if (code_.isAtomic(l) || p.out(l).empty()) local_[l] = false;
      for (const ccfg::EdgeId e : p.out(l))
        if (code_.isExit(p.edges[e].to) || code_.isAtomic(p.edges[e].to)) local_[l] = false;
    }
  }

  std::vector<uint8_t> initial() const {
    const State s = machine_.initialState();
    return {s.bytes().begin(), s.bytes().end()};
  }

  // What one thread can do next.
  void add(const std::vector<uint8_t>& from, uint32_t thread, std::vector<Successor>& out) {
    now_.assign(from);
    for (const ccfg::EdgeId e : code_.program().out(now_.view().location(thread))) {
      enumerator_.start();
      do {
        scratch_.assign(from);
        const StepKind kind = machine_.step(scratch_, thread, e, enumerator_, &log_);
        if (kind == StepKind::Disabled) continue;
        if (kind == StepKind::Ended && machine_.haltKind() == ccfg::HaltKind::Infeasible) continue;
        const bool aborts = kind == StepKind::Ended && machine_.haltKind() == ccfg::HaltKind::Abort;
        out.push_back({kind, {scratch_.bytes().begin(), scratch_.bytes().end()}, reported(), aborts});
      } while (enumerator_.next());
    }
  }

  // The threads whose steps must be looked at: one alone, if its next step concerns nobody else.
  std::vector<uint32_t> movers(const std::vector<uint8_t>& from) {
    now_.assign(from);
    const auto v = now_.view();
    if (const uint32_t holder = interp::sectionHolder(code_, v)) return {holder};
    std::vector<uint32_t> all;
    for (uint32_t t = 1; t <= v.threadCount(); ++t) {
      if (code_.isExit(v.location(t))) continue;
      if (local_[v.location(t)]) return {t};
      all.push_back(t);
    }
    return all;
  }

  bool allEnded(const std::vector<uint8_t>& s) {
    now_.assign(s);
    for (uint32_t t = 1; t <= now_.view().threadCount(); ++t)
      if (!code_.isExit(now_.view().location(t))) return false;
    return true;
  }

private:
  Event reported() const {
    for (const interp::Access& a : log_.accesses)
      if (a.isWrite && a.address == seen_) return Event::decode(a.value);
    return {};
  }

  interp::Code code_;
  interp::Machine machine_;
  State scratch_, now_;
  interp::Enumerator enumerator_;
  interp::StepLog log_;
  uint64_t seen_ = 0;
  std::vector<bool> local_;
};

struct Node {
  size_t position;
  std::vector<uint8_t> state;
  size_t alone = 0; // steps since there was a choice
  // On the way from choice to choice some states are enough to notice a loop.
  bool isKept() const { return alone % 64 == 0; }
};

std::string keyOf(const Node& n) {
  std::string key(reinterpret_cast<const char*>(n.state.data()), n.state.size());
  return key + std::to_string(n.position);
}

} // namespace

Walked walk(const ccfg::Program& model, const Run& run) {
  Steps steps(model);
  Walked result;
  std::unordered_set<std::string> visited;
  std::vector<Node> open{{0, steps.initial()}};
  std::vector<Successor> next;
  while (!open.empty()) {
    const Node n = std::move(open.back());
    open.pop_back();
    if (n.isKept() && !visited.insert(keyOf(n)).second) continue;
    if (visited.size() > mostStates) return result;
    result.matched = std::max(result.matched, n.position);
    const bool all = n.position == run.events.size();
    next.clear();
    for (const uint32_t t : steps.movers(n.state)) steps.add(n.state, t, next);
    if (all && next.empty() && (run.end == End::Hang) != steps.allEnded(n.state)) {
      result.possible = Possible::Yes;
      return result;
    }
    for (Successor& s : next) {
      if (s.kind == StepKind::Ended && all && run.end == (s.aborts ? End::Signal : End::Exit)) {
        result.possible = Possible::Yes;
        return result;
      }
      if (s.kind == StepKind::Cutoff) throw InputError("the model does not follow an execution");
      if (s.kind != StepKind::Done) continue;
      const bool reports = s.event.kind != Event::Kind::None;
      if (reports && (all || s.event != run.events[n.position])) continue;
      open.push_back(
          {n.position + (reports ? 1 : 0), std::move(s.state), next.size() == 1 ? n.alone + 1 : 0});
    }
  }
  result.possible = Possible::No;
  return result;
}

Run simulate(const ccfg::Program& model, uint64_t seed) {
  Steps steps(model);
  std::mt19937_64 random(seed);
  Run run;
  std::vector<uint8_t> state = steps.initial();
  std::vector<Successor> next;
  for (size_t k = 0; k < mostSteps; ++k) {
    next.clear();
    for (const uint32_t t : steps.movers(state)) steps.add(state, t, next);
    if (next.empty()) {
      run.end = steps.allEnded(state) ? End::Exit : End::Hang;
      return run;
    }
    const auto begins = [](const Successor& s) { return s.event.kind == Event::Kind::Begin; };
    if (!std::ranges::all_of(next, begins)) std::erase_if(next, begins);
    Successor& s = next[random() % next.size()];
    if (s.kind == StepKind::Cutoff) throw InputError("the model does not follow an execution");
    if (s.kind != StepKind::Done) {
      run.end = s.aborts ? End::Signal : End::Exit;
      return run;
    }
    if (s.event.kind != Event::Kind::None) run.events.push_back(s.event);
    state = std::move(s.state);
  }
  run.end = End::Slow;
  return run;
}

} // namespace heddle::conform
