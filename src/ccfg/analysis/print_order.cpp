// Printers of the analyses of order and dependence; see print.h.
#include "ccfg/analysis/graph/dominators.h"
#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/graph/slice.h"
#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/locks/mutexes.h"
#include "ccfg/analysis/locks/wordlocks.h"
#include "ccfg/analysis/order/dependence.h"
#include "ccfg/analysis/order/mhb.h"
#include "ccfg/analysis/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

std::string locName(LocId l) { return l == none ? "-" : fmt::format("L{}", l); }

std::string edgeList(const std::vector<EdgeId>& edges) {
  std::string out;
  for (EdgeId e : edges) out += fmt::format("{}e{}", out.empty() ? "" : " ", e);
  return out.empty() ? "-" : out;
}

} // namespace

std::string printDominators(const Facts& facts) {
  const Program& p = facts.program();
  const Dominators& dominators = facts.dominators();
  PostDominators post(p, PostDominators::Progress::Certain);
  std::vector<Loop> loops = naturalLoops(p);
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n  location: dominator, post-dominator\n", p.threads[t].name);
    for (LocId l = 0; l < p.locations.size(); ++l) {
      if (p.locations[l].thread != t) continue;
      out += fmt::format("  L{} {}: {}, {}{}\n", l, p.posString(p.locations[l].pos),
                         locName(dominators.immediate(l)), locName(post.immediate(l)),
                         dominators.reachable(l) ? "" : " (unreachable)");
    }
    for (const Loop& loop : loops) {
      if (p.locations[loop.head].thread != t) continue;
      std::string body;
      for (LocId l : loop.body) body += locName(l) + " ";
      out += fmt::format("  loop at L{} {}: {}back by {}\n", loop.head,
                         p.posString(p.locations[loop.head].pos), body, edgeList(loop.backEdges));
    }
  }
  return out;
}

namespace {

struct SharedAccess {
  EdgeId edge;
  Access access;
};

std::string conflicts(const Program& p, const Escape& escape, const Accesses& accesses, const Mhb& mhb) {
  std::vector<SharedAccess> shared;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Access& a : accesses.of(e))
      if (escape.isShared(a.object) && !p.edges[e].primitive) shared.push_back({e, a});
  std::string out;
  for (size_t i = 0; i < shared.size(); ++i)
    for (size_t j = i; j < shared.size(); ++j) {
      const auto& [e, a] = shared[i];
      const auto& [f, b] = shared[j];
      bool together =
          a.object == b.object && (a.write || b.write) && overlap(a.offsets, a.bytes, b.offsets, b.bytes);
      if (together && mhb.mayRunInParallel(e, f))
        out += fmt::format("  {}, {} | {}, {}\n", describe(p, e), describe(p, a), describe(p, f),
                           describe(p, b));
    }
  return out;
}

} // namespace

std::string printMhb(const Facts& facts) {
  const Program& p = facts.program();
  const Escape& escape = facts.escape();
  const Accesses& accesses = facts.accesses();
  const Mhb& mhb = facts.mhb();
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}{}\n", p.threads[t].name, p.threads[t].repeatable ? " (repeatable)" : "");
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      for (const Operation& op : p.edges[e].ops)
        if (const auto* f = std::get_if<Fork>(&op); f != nullptr && f->thread == t)
          out += fmt::format("  started by {}\n", describe(p, e));
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      for (const Operation& op : p.edges[e].ops)
        if (std::holds_alternative<Join>(op) && mhb.hasEnded(t, e))
          out += fmt::format("  has ended after {}\n", describe(p, e));
  }
  return out + "conflicting accesses that may run in parallel\n" + conflicts(p, escape, accesses, mhb);
}

std::string printLocksets(const Facts& facts) {
  const Program& p = facts.program();
  const Escape& escape = facts.escape();
  const Locksets& locksets = facts.locksets();
  auto name = [&](size_t lock) {
    const Lock& l = locksets.locks()[lock];
    return describe(p, Target{l.object, Offsets::exact(l.offset)});
  };
  std::string out = "locks\n";
  for (uint32_t l = 0; l < locksets.locks().size(); ++l)
    out +=
        fmt::format("  {}{}\n", name(l), locksets.isReliable(l) ? "" : " (may be broken open: not counted)");
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n", p.threads[t].name);
    for (EdgeId e : edgesOf(p, t)) {
      if (escape.isLocal(e)) continue;
      std::vector<std::string> held;
      for (const HeldLock& h : locksets.held(p.edges[e].from)) {
        std::vector<std::string> since;
        h.history.forEach([&](size_t l) { since.push_back(name(l)); });
        held.push_back(fmt::format("{}{}{}", name(h.lock), h.exclusive ? "" : " (shared)",
                                   since.empty() ? "" : fmt::format(" then {}", fmt::join(since, " "))));
      }
      out += fmt::format("  {}: {{{}}}\n", describe(p, e), fmt::join(held, ", "));
    }
  }
  return out;
}

namespace {

std::string textOf(const Program& p, const PriorEvent& e) {
  switch (e.kind) {
  case PriorEvent::Kind::Edge:
    return describe(p, e.id);
  case PriorEvent::Kind::Ended:
    return fmt::format("an instance of {} has ended", p.threads[e.id].name);
  case PriorEvent::Kind::AllEnded:
    return fmt::format("all instances of {} have ended", p.threads[e.id].name);
  }
  return "";
}

} // namespace

std::string printWaits(const Facts& facts) {
  const Program& p = facts.program();
  const PriorEvents& prior = facts.mhb(OrderFrom::Waits).prior();
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n", p.threads[t].name);
    for (EdgeId e : edgesOf(p, t)) {
      const auto found = prior.find(e);
      if (found == prior.end()) continue;
      out += fmt::format("  {}\n", describe(p, e));
      for (const PriorGroup& group : found->second) {
        std::vector<std::string> events;
        for (const PriorEvent& event : group) events.push_back(textOf(p, event));
        out += fmt::format("    after {}\n", fmt::join(events, ", or "));
      }
    }
  }
  return out;
}

std::string printMutexes(const Facts& facts) {
  const Program& p = facts.program();
  const auto& locks = facts.locksets(OrderFrom::Waits).locks();
  const auto& words = facts.wordLocks(OrderFrom::Waits).locks();
  const Mutexes& mutexes = facts.mutexes(OrderFrom::Waits);
  std::vector<std::string> names = {"atomicity"};
  std::string out = "mutexes\n  atomicity\n";
  for (const Lock& l : locks) {
    names.push_back(describe(p, Target{l.object, Offsets::exact(l.offset)}));
    out += fmt::format("  {}\n", names.back());
  }
  for (const WordLock& w : words) {
    names.push_back(describe(p, Target{w.object, Offsets::exact(w.offset)}));
    out += fmt::format("  {}, a word that means free if it is {}\n", names.back(), w.free);
  }
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n", p.threads[t].name);
    for (EdgeId e : edgesOf(p, t)) {
      if (facts.escape().isLocal(e)) continue;
      std::vector<std::string> held;
      mutexes.held(p.edges[e].from).forEach([&](size_t m) {
        const EdgeId begin = mutexes.begin(static_cast<MutexId>(m), p.edges[e].from);
        const bool exclusive = mutexes.isHeldExclusively(static_cast<MutexId>(m), p.edges[e].from);
        held.push_back(fmt::format("{}{}{}", names[m], exclusive ? "" : " (shared)",
                                   begin == none ? "" : fmt::format(" since e{}", begin)));
      });
      out += fmt::format("  {}: {{{}}}\n", describe(p, e), fmt::join(held, ", "));
    }
  }
  return out;
}

std::string printDependence(const Facts& facts) {
  const Program& p = facts.program();
  const Dependence& dependence = facts.dependence();
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n", p.threads[t].name);
    for (EdgeId e : edgesOf(p, t)) {
      out += fmt::format("  {}\n", describe(p, e));
      auto line = [&](std::string_view kind, const std::vector<EdgeId>& edges) {
        if (!edges.empty()) out += fmt::format("    {}: {}\n", kind, edgeList(edges));
      };
      line("control", dependence.control(e));
      line("registers", dependence.registers(e));
      line("memory", dependence.memory(e));
      line("join", dependence.joins(e));
    }
  }
  return out;
}

std::string printSlice(const Facts& facts) {
  const Program& p = facts.program();
  const Dependence& dependence = facts.dependence();
  PropertySet asserts;
  asserts.add(Property::Assert);
  BitSet slice = sliceOf(p, asserts, dependence, facts.escape());
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    std::vector<EdgeId> edges = edgesOf(p, t);
    auto kept = std::count_if(edges.begin(), edges.end(), [&](EdgeId e) { return slice.test(e); });
    out += fmt::format("thread {}: {} of {} edges\n", p.threads[t].name, kept, edges.size());
    for (EdgeId e : edges)
      if (slice.test(e)) out += fmt::format("  {}\n", describe(p, e));
  }
  return out;
}

std::string printLiveness(const Facts& facts) {
  const Program& p = facts.program();
  const Liveness& liveness = facts.liveness();
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n", p.threads[t].name);
    for (LocId l = 0; l < p.locations.size(); ++l) {
      if (p.locations[l].thread != t) continue;
      std::vector<std::string> names;
      for (RegId r : liveness.liveAt(l)) names.push_back("%" + p.reg(r).name);
      out += fmt::format("  L{} {}: {}\n", l, p.posString(p.locations[l].pos), fmt::join(names, " "));
    }
  }
  return out;
}

} // namespace heddle::ccfg::analysis
