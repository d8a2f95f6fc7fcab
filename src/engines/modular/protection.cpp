// See protection.h.
#include "engines/modular/protection.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;

Protection::Protection(const Facts& facts)
    : facts_(facts), locks_(facts.memory.cells().size()), wordOf_(facts.memory.cells().size(), ccfg::none),
      access_(facts.memory.cells().size()) {
  findAccesses();
  const auto& cells = facts.memory.cells();
  const auto& locks = facts.locksets.locks();
  for (CellId c = 0; c < cells.size(); ++c) {
    if (cells[c].kind != Cell::Kind::Exact || !cells[c].shared) continue;
    for (uint32_t l = 0; l < locks.size(); ++l) {
      if (!facts.locksets.isReliable(l)) continue;
      const auto& place = cells[c].footprints[0].offsets;
      if (locks[l].object == cells[c].object && place.residue == locks[l].offset) wordOf_[c] = l;
      const auto holds = [&](StoreId s) {
        const StoreSite& site = facts.sites.stores()[s];
        const auto& held = facts.locksets.held(facts.program.edges[site.edge].from);
        return isApart(site, c) || std::ranges::any_of(held, [&](const ccfg::analysis::HeldLock& h) {
                 return h.lock == l && h.exclusive;
               });
      };
      if (std::ranges::all_of(facts.sites.storesTo(c), holds)) locks_[c].push_back(l);
    }
  }
}

void Protection::findAccesses() {
  const ccfg::Program& p = facts_.program;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (size_t i = 0; i < p.edges[e].ops.size(); ++i)
      for (CellId c : facts_.memory.of(e, i))
        if (access_[c].empty() || access_[c].back() != e) access_[c].push_back(e);
}

// Before all accesses of other instances, or after all of them.
bool Protection::isApart(const StoreSite& s, CellId c) const {
  const ccfg::Program& p = facts_.program;
  if (p.threads[s.thread].repeatable) return false;
  const auto all = [&](auto holds) {
    return std::ranges::all_of(
        access_[c], [&](EdgeId e) { return p.locations[p.edges[e].from].thread == s.thread || holds(e); });
  };
  return all([&](EdgeId e) { return facts_.mhb.orderedBefore(s.edge, e); }) ||
         all([&](EdgeId e) { return facts_.mhb.orderedBefore(e, s.edge); });
}

bool Protection::isProtected(CellId c, LocId l) const {
  return std::ranges::any_of(facts_.locksets.held(l), [&](const ccfg::analysis::HeldLock& h) {
    if (wordOf_[c] == h.lock && h.exclusive) return true;
    return std::ranges::find(locks_[c], h.lock) != locks_[c].end();
  });
}

} // namespace heddle::modular
