// See protection.h.
#include "engines/modular/protection.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;

Protection::Protection(const Facts& facts)
    : facts_(facts), protectors_(facts.memory.cells().size()), wordOf_(protectors_.size(), ccfg::none),
      isStable_(protectors_.size()), access_(protectors_.size()), hiding_(facts.sites.stores().size()) {
  findAccesses();
  findWords();
  for (CellId c = 0; c < protectors_.size(); ++c) findProtectors(c);
  for (StoreId s = 0; s < hiding_.size(); ++s) findHiding(s);
}

void Protection::findAccesses() {
  const ccfg::Program& p = facts_.program;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (size_t i = 0; i < p.edges[e].ops.size(); ++i)
      for (CellId c : facts_.memory.of(e, i))
        if (access_[c].empty() || access_[c].back() != e) access_[c].push_back(e);
}

void Protection::findWords() {
  const auto& cells = facts_.memory.cells();
  const auto& locks = facts_.locksets.locks();
  const auto& words = facts_.wordLocks.locks();
  for (CellId c = 0; c < cells.size(); ++c) {
    if (cells[c].kind != Cell::Kind::Exact || !cells[c].shared) continue;
    const auto isAt = [&](const auto& lock) {
      return lock.object == cells[c].object && lock.offset == cells[c].footprints[0].offsets.residue;
    };
    for (uint32_t l = 0; l < locks.size(); ++l)
      if (facts_.locksets.isReliable(l) && isAt(locks[l])) {
        wordOf_[c] = facts_.mutexes.ofLock(l);
        isStable_[c] = true;
      }
    for (uint32_t w = 0; w < words.size(); ++w)
      if (wordOf_[c] == ccfg::none && isAt(words[w])) {
        wordOf_[c] = facts_.mutexes.ofWord(w);
        isStable_[c] = words[w].oneValue; // others may write it, but only what is there
      }
  }
}

void Protection::findProtectors(CellId c) {
  const Cell& cell = facts_.memory.cells()[c];
  if (cell.kind != Cell::Kind::Exact || !cell.shared) return;
  for (MutexId m = 1; m < facts_.mutexes.count(); ++m) {
    Protector protector{m, {}};
    const bool all = std::ranges::all_of(facts_.sites.storesTo(c), [&](StoreId s) {
      const StoreSite& site = facts_.sites.stores()[s];
      if (facts_.mutexes.isHeldExclusively(m, facts_.program.edges[site.edge].from)) return true;
      protector.without.push_back(s);
      return isApart(site, c);
    });
    if (all) protectors_[c].push_back(std::move(protector));
  }
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

// Accesses may all be over, and the store to come, while the instance goes on with the mutex held: at a
// barrier, say.
bool Protection::isApartAt(const StoreSite& s, LocId l) const {
  const ccfg::Program& p = facts_.program;
  if (p.locations[l].thread == s.thread) return true;
  return !p.out(l).empty() &&
         std::ranges::none_of(p.out(l), [&](EdgeId e) { return facts_.mhb.mayRunInParallel(e, s.edge); });
}

bool Protection::isProtected(CellId c, LocId l) const {
  if (wordOf_[c] != ccfg::none && isStable_[c] && facts_.mutexes.isHeldExclusively(wordOf_[c], l))
    return true;
  return std::ranges::any_of(protectors_[c], [&](const Protector& protector) {
    return facts_.mutexes.isHeld(protector.mutex, l) &&
           std::ranges::all_of(protector.without,
                               [&](StoreId s) { return isApartAt(facts_.sites.stores()[s], l); });
  });
}

bool Protection::overwrites(EdgeId e, CellId c) const {
  const auto& ops = facts_.program.edges[e].ops;
  for (size_t i = 0; i < ops.size(); ++i) {
    const StoreId s = facts_.sites.storeAt(e, i);
    if (s != ccfg::none && facts_.sites.stores()[s].exact && facts_.sites.stores()[s].cells[0] == c)
      return true;
  }
  return false;
}

bool Protection::isOverwritten(StoreId s, MutexId m) const {
  const ccfg::Program& p = facts_.program;
  const StoreSite& site = facts_.sites.stores()[s];
  std::vector<LocId> work{p.edges[site.edge].to};
  BitSet seen(p.locations.size());
  seen.set(work.back());
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    if (!facts_.mutexes.isHeldExclusively(m, l)) return false;
    for (EdgeId e : p.out(l)) {
      if (seen.test(p.edges[e].to) || overwrites(e, site.cells[0])) continue;
      seen.set(p.edges[e].to);
      work.push_back(p.edges[e].to);
    }
  }
  return true;
}

void Protection::findHiding(StoreId s) {
  const StoreSite& site = facts_.sites.stores()[s];
  if (!site.exact || !facts_.memory.cells()[site.cells[0]].shared) return;
  const LocId from = facts_.program.edges[site.edge].from, to = facts_.program.edges[site.edge].to;
  for (MutexId m = 0; m < facts_.mutexes.count(); ++m) {
    // A section of atomicity begins with the edge that leads into it.
    if (!facts_.mutexes.isHeldExclusively(m, m == Mutexes::atomicity ? to : from)) continue;
    if (isOverwritten(s, m)) hiding_[s].push_back(m);
  }
}

bool Protection::isHidden(StoreId s, EdgeId load) const {
  const StoreSite& site = facts_.sites.stores()[s];
  const LocId here = facts_.program.edges[load].from, there = facts_.program.edges[site.edge].from;
  const MutexId word = site.exact ? wordOf_[site.cells[0]] : ccfg::none;
  // Who holds a lock has written its word after all who held it before.
  if (word != ccfg::none && facts_.mutexes.isHeldExclusively(word, here) &&
      facts_.mutexes.isHeldExclusively(word, there))
    return true;
  return std::ranges::any_of(
      hiding_[s], [&](MutexId m) { return m == Mutexes::atomicity || facts_.mutexes.isHeld(m, here); });
}

} // namespace heddle::modular
