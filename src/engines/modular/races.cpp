// Pairs of conflicting accesses; see races.h.
#include "engines/modular/races.h"

#include "ccfg/analysis/memory/accesses.h"

#include <fmt/format.h>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::MemOrder;
using ccfg::analysis::Access;

namespace {

bool conflict(const Access& a, const Access& b) {
  if (a.object != b.object || !(a.write || b.write)) return false;
  if (a.order != MemOrder::Plain && b.order != MemOrder::Plain) return false;
  return ccfg::analysis::overlap(a.offsets, a.bytes, b.offsets, b.bytes);
}

bool inSection(const ccfg::Program& p, EdgeId e) {
  return p.locations[p.edges[e].from].atomic || p.locations[p.edges[e].to].atomic;
}

} // namespace

std::optional<std::string> possibleRace(const Facts& facts, const Reached& reached) {
  const ccfg::Program& p = facts.program;
  const ccfg::analysis::Accesses& accesses = facts.known.accesses();
  std::vector<std::vector<std::pair<EdgeId, const Access*>>> ofObject(p.objects.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    if (!reached.accesses[e]) continue;
    for (const Access& a : accesses.of(e))
      if (a.object < p.objects.size() && facts.escape.isShared(a.object))
        ofObject[a.object].emplace_back(e, &a);
  }
  for (const auto& list : ofObject)
    for (size_t i = 0; i < list.size(); ++i)
      for (size_t j = i; j < list.size(); ++j) {
        const auto& [e, a] = list[i];
        const auto& [f, b] = list[j];
        if (!conflict(*a, *b) || (inSection(p, e) && inSection(p, f))) continue;
        if (!facts.mhb.mayRunInParallel(e, f)) continue;
        if (facts.mutexes.exclude(p.edges[e].from, p.edges[f].from)) continue;
        return fmt::format("can't exclude a race between {} and {}", p.posString(p.edges[e].pos),
                           p.posString(p.edges[f].pos));
      }
  return std::nullopt;
}

} // namespace heddle::modular
