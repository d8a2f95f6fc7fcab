// Guards, and who is inside; see packs.h. How packs are put together is in packing.cpp.
#include "engines/modular/packing.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;

Packs::Packs(const Facts& facts, bool relational, bool useLocks)
    : facts_(facts), guardOf_(facts.memory.cells().size(), ccfg::none),
      alone_(facts.program.locations.size()), sections_(facts.program.edges.size()),
      entered_(sections_.size()), left_(sections_.size()) {
  if (!relational) return;
  const CellId count = static_cast<CellId>(facts.memory.cells().size());
  std::vector<uint32_t> lockOf(count, ccfg::none);
  std::vector<bool> canBeRelated(count), isAtomicCell(count);
  if (useLocks) findAlone();
  for (CellId c = 0; c < count; ++c) {
    if (facts.memory.cells()[c].kind != Cell::Kind::Exact) continue;
    if (useLocks) lockOf[c] = guardingLock(c);
    isAtomicCell[c] = useLocks && lockOf[c] == ccfg::none && isAtomic(c);
    canBeRelated[c] = lockOf[c] != ccfg::none || isAtomicCell[c] || hasOneWriter(facts, c);
  }
  Packing packing(facts, canBeRelated);
  packing.putTogether(lockOf);
  packing.follow();
  for (ccfg::RegId r = 0; r < facts.program.registerCount(); ++r)
    map_.ofRegister.push_back(packing.packOf(r));
  for (CellId c = 0; c < count; ++c) {
    const uint32_t pack = packing.packOf(variableOf(c));
    map_.ofCell.push_back(pack);
    if (pack == ccfg::none || (lockOf[c] == ccfg::none && !isAtomicCell[c])) continue;
    const MutexId mutex = isAtomicCell[c] ? Mutexes::atomicity : lockOf[c];
    const auto same =
        std::ranges::find_if(guards_, [&](const Guard& g) { return g.mutex == mutex && g.pack == pack; });
    guardOf_[c] = static_cast<GuardId>(same - guards_.begin());
    if (same == guards_.end()) guards_.push_back({mutex, pack, {}});
    guards_[guardOf_[c]].cells.push_back(c);
  }
  findSections();
  findCrossings();
}

// Only main is looked at: all others have not started yet, or have ended.
void Packs::findAlone() {
  const ccfg::Program& p = facts_.program;
  const auto meets = [&](EdgeId a) {
    for (ccfg::ThreadId t = 1; t < p.threads.size(); ++t)
      if (facts_.mhb.mayBeRunning(t, a)) return true;
    return false;
  };
  if (p.threads[0].repeatable) return;
  for (LocId l = 0; l < p.locations.size(); ++l)
    if (p.locations[l].thread == 0) alone_[l] = !p.out(l).empty() && std::ranges::none_of(p.out(l), meets);
}

bool Packs::storesOnlyInside(CellId c, MutexId lock) const {
  bool held = false;
  for (StoreId s : facts_.sites.storesTo(c)) {
    const LocId from = facts_.program.edges[facts_.sites.stores()[s].edge].from;
    const bool holds = facts_.mutexes.isHeldExclusively(lock, from);
    if (!holds && !alone_[from]) return false;
    held = held || holds;
  }
  return held;
}

namespace {

bool isOrdinary(const Facts& facts, CellId c) {
  const Cell& cell = facts.memory.cells()[c];
  if (!cell.shared || facts.program.objects[cell.object].kind != ccfg::ObjectKind::Global) return false;
  return std::ranges::none_of(facts.sites.storesTo(c), [&](StoreId s) {
    return facts.program.edges[facts.sites.stores()[s].edge].primitive; // the word of a lock, a handle
  });
}

} // namespace

MutexId Packs::guardingLock(CellId c) const {
  if (!isOrdinary(facts_, c)) return ccfg::none;
  for (MutexId m = 0; m < facts_.mutexes.count(); ++m)
    if (facts_.mutexes.isLock(m) && storesOnlyInside(c, m)) return m;
  return ccfg::none;
}

// Some of its stores are made in atomic sections or groups; each other is a section of its own.
bool Packs::isAtomic(CellId c) const {
  return isOrdinary(facts_, c) && std::ranges::any_of(facts_.sites.storesTo(c), [&](StoreId s) {
           const ccfg::Edge& e = facts_.program.edges[facts_.sites.stores()[s].edge];
           return e.atomicGroup || facts_.program.locations[e.from].atomic;
         });
}

void Packs::findSections() {
  for (EdgeId e = 0; e < facts_.program.edges.size(); ++e)
    for (size_t i = 0; i < facts_.program.edges[e].ops.size(); ++i)
      for (CellId c : facts_.memory.of(e, i)) {
        const GuardId g = guardOf_[c];
        if (g == ccfg::none || guards_[g].mutex != Mutexes::atomicity) continue;
        if (std::ranges::find(sections_[e], g) == sections_[e].end()) sections_[e].push_back(g);
      }
}

void Packs::findCrossings() {
  for (EdgeId e = 0; e < facts_.program.edges.size(); ++e) {
    const ccfg::Edge& edge = facts_.program.edges[e];
    std::erase_if(sections_[e], [&](GuardId g) { return isInside(g, edge.from); });
    for (GuardId g = 0; g < guards_.size(); ++g) {
      const bool section = std::ranges::find(sections_[e], g) != sections_[e].end();
      const bool before = section || isInside(g, edge.from), after = isInside(g, edge.to);
      if (!before && after) entered_[e].push_back(g);
      if (before && !after) left_[e].push_back(g);
    }
  }
}

bool Packs::isInside(GuardId g, LocId l) const {
  if (alone_[l]) return true;
  if (facts_.program.out(l).empty()) return false; // has ended: what it left behind counts
  return facts_.mutexes.isHeld(guards_[g].mutex, l);
}

bool hasOneWriter(const Facts& facts, CellId c) {
  if (!facts.memory.cells()[c].shared) return true;
  const auto& stores = facts.sites.storesTo(c);
  return std::ranges::all_of(stores, [&](StoreId s) {
    const ccfg::ThreadId t = facts.sites.stores()[s].thread;
    return t == facts.sites.stores()[stores[0]].thread && !facts.program.threads[t].repeatable;
  });
}

bool Packs::isStable(CellId c, LocId l) const {
  if (alone_[l] || facts_.program.locations[l].atomic) return true;
  if (guardOf_[c] != ccfg::none && isInside(guardOf_[c], l)) return true;
  const ccfg::ThreadId t = facts_.program.locations[l].thread;
  return facts_.memory.cells()[c].kind == Cell::Kind::Exact &&
         (!facts_.memory.cells()[c].shared || facts_.sites.foreignStoresTo(c, t, facts_.program).empty());
}

} // namespace heddle::modular
