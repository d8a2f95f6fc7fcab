// Contended accesses, and what may follow them; see delays.h.
#include "ccfg/analysis/order/delays.h"

#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/buffering.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

bool inSection(const Program& p, EdgeId e) {
  return p.locations[p.edges[e].from].atomic || p.locations[p.edges[e].to].atomic;
}

bool isExcluded(const Facts& facts, EdgeId e, EdgeId f) {
  const Program& p = facts.program();
  return !facts.mhb().mayRunInParallel(e, f) || (inSection(p, e) && inSection(p, f)) ||
         facts.locksets().exclude(p.edges[e].from, p.edges[f].from);
}

bool conflict(const Access& a, const Access& b) {
  return a.object == b.object && (a.write || b.write) && overlap(a.offsets, a.bytes, b.offsets, b.bytes);
}

} // namespace

Delays::Delays(const Facts& facts, MemoryModel model) {
  const Program& p = facts.program();
  findContended(facts);
  for (const Edge& e : p.edges) drains_.push_back(drains(p, e, model));
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    late_.push_back(model != MemoryModel::Sc && contended_[e] && !drains_[e] && isOvertaken(facts, e, model));
}

void Delays::findContended(const Facts& facts) {
  const Program& p = facts.program();
  const Accesses& accesses = facts.accesses();
  std::vector<std::vector<std::pair<EdgeId, const Access*>>> ofObject(p.objects.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Access& a : accesses.of(e))
      if (a.object < ofObject.size() && facts.escape().isShared(a.object))
        ofObject[a.object].emplace_back(e, &a);
  contended_.resize(p.edges.size(), false);
  for (const auto& all : ofObject)
    for (const auto& [e, a] : all)
      contended_[e] = contended_[e] || std::ranges::any_of(all, [&, e = e, a = a](const auto& other) {
                        return conflict(*a, *other.second) && !isExcluded(facts, e, other.first);
                      });
}

// Only stores are late but under rmo and power; only loads overtake them under tso.
bool Delays::isOvertaken(const Facts& facts, EdgeId e, MemoryModel model) const {
  const Program& p = facts.program();
  const auto reads = [](const Access& a) { return !a.write; };
  const std::vector<Access>& own = facts.accesses().of(e);
  if (model <= MemoryModel::Pso && std::ranges::any_of(own, reads)) return false;
  const std::vector<bool> single = singleInstanceObjects(p, facts.pointsTo());
  const auto sameplace = [&](const Access& a) {
    return a.object < single.size() && single[a.object] && a.offsets.isExact() &&
           std::ranges::all_of(
               own,
               [&](const Access& b) {
                 return a.object == b.object && a.offsets == b.offsets && a.bytes == b.bytes;
               });
  };
  const auto overtakes = [&](EdgeId f) {
    const std::vector<Access>& list = facts.accesses().of(f);
    return contended_[f] && std::ranges::any_of(list, [&](const Access& a) {
             return (model != MemoryModel::Tso || !a.write) && !sameplace(a);
           });
  };
  std::vector<bool> seen(p.locations.size(), false);
  std::vector<LocId> work = {p.edges[e].to};
  seen[work[0]] = true;
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    for (const EdgeId f : p.out(l)) {
      if (drains_[f]) continue;
      if (overtakes(f)) return true;
      if (!seen[p.edges[f].to]) seen[p.edges[f].to] = true, work.push_back(p.edges[f].to);
    }
  }
  return false;
}

} // namespace heddle::ccfg::analysis
