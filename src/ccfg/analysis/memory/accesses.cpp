// Abstract accesses of edges and their closure over the rest of a thread; see accesses.h.
#include "ccfg/analysis/memory/accesses.h"

#include "support/graph.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

Accesses::Accesses(const Program& p, const PointsTo& pointsTo, const Escape& escape)
    : objectCount_(static_cast<ObjectId>(p.objects.size())), abstractOf_(pointsTo.abstraction()) {
  collect(p, pointsTo, escape);
  numberFootprints(escape);
  computeFutures(p, std::vector<bool>(p.edges.size(), false));
}

Accesses::Accesses(const Accesses& all, const Program& p, const std::vector<bool>& closed)
    : objectCount_(all.objectCount_), abstractOf_(all.abstractOf_), lists_(all.lists_), listOf_(all.listOf_),
      ordersOf_(all.ordersOf_), footprints_(all.footprints_), firstBit_(all.firstBit_),
      knownLists_(all.knownLists_) {
  computeFutures(p, closed);
}

namespace {

template <typename T>
uint32_t internIn(std::vector<T>& all, std::unordered_multimap<size_t, uint32_t>& known, size_t hash,
                  T value) {
  auto [first, last] = known.equal_range(hash);
  auto same = std::find_if(first, last, [&](const auto& k) { return all[k.second] == value; });
  if (same != last) return same->second;
  all.push_back(std::move(value));
  auto id = static_cast<uint32_t>(all.size() - 1);
  known.emplace(hash, id);
  return id;
}

} // namespace

uint32_t Accesses::intern(List list) {
  size_t hash = list.size();
  for (const Access& a : list)
    for (uint64_t part : {static_cast<uint64_t>(a.object), a.offsets.stride,
                          static_cast<uint64_t>(a.offsets.residue), a.bytes * 2 + (a.write ? 1 : 0)})
      hash = (hash ^ part) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return internIn(lists_, knownLists_, hash, std::move(list));
}

uint32_t Accesses::intern(Future future) {
  size_t hash = future.any.hash() * 31 + future.written.hash();
  return internIn(futures_, knownFutures_, hash, std::move(future));
}

void Accesses::collect(const Program& p, const PointsTo& pointsTo, const Escape& escape) {
  for (EdgeId id = 0; id < p.edges.size(); ++id) {
    const Edge& e = p.edges[id];
    ThreadId thread = p.locations[e.from].thread;
    List accesses, orders;
    auto order = [&](ObjectId o, bool write = true) {
      orders.push_back({o, Offsets::exact(0), 1, write, MemOrder::SeqCst});
    };
    if (escape.reuse().compares(id)) order(staleness(), false);
    if (escape.reuse().frees(id)) order(staleness());
    auto access = [&](Term address, uint64_t bytes, bool write, MemOrder memOrder) {
      for (const Target& t : pointsTo.targets(address))
        accesses.push_back({t.object, bytes == 0 ? Offsets::any() : t.offsets, std::max<uint64_t>(bytes, 1),
                            write, memOrder});
    };
    for (const Operation& op : e.ops) {
      if (const auto* l = std::get_if<Load>(&op)) access(l->addr, l->bytes, false, l->order);
      if (const auto* s = std::get_if<Store>(&op)) access(s->addr, s->bytes, true, s->order);
      if (std::holds_alternative<Fork>(op)) order(forkOrder());
      if (std::holds_alternative<Alloc>(op) && escape.isFreedByOthers(thread)) order(arena(thread));
      if (const auto* f = std::get_if<Free>(&op)) {
        access(f->addr, 0, true, MemOrder::Plain);
        for (const Target& t : pointsTo.targets(f->addr))
          if (escape.freesForOthers(t.object, thread))
            for (ThreadId owner : escape.allocators(t.object)) order(arena(owner));
      }
    }
    listOf_.push_back(intern(std::move(accesses)));
    ordersOf_.push_back(intern(std::move(orders)));
  }
}

void Accesses::numberFootprints(const Escape& escape) {
  footprints_.resize(objectCount_ + 2 + escape.threadCount());
  for (ObjectId o = objectCount_; o < footprints_.size(); ++o) footprints_[o] = {{Offsets::exact(0), 1}};
  for (const List& list : lists_)
    for (const Access& a : list) {
      if (a.object >= objectCount_) continue;
      auto& known = footprints_[a.object];
      if (!escape.isShared(a.object) || known.size() > maxFootprints) continue;
      auto same = [&](const Footprint& f) { return f.offsets == a.offsets && f.bytes == a.bytes; };
      if (std::none_of(known.begin(), known.end(), same)) known.push_back({a.offsets, a.bytes});
    }
  uint32_t bit = 0;
  for (auto& list : footprints_) {
    if (list.size() > maxFootprints) list = {{Offsets::any(), 1}};
    firstBit_.push_back(bit);
    bit += static_cast<uint32_t>(list.size());
  }
  firstBit_.push_back(bit);
}

uint32_t Accesses::footprint(const Access& a) const {
  const auto& list = footprints_[a.object];
  for (uint32_t i = 0; i < list.size(); ++i)
    if (list[i].offsets == a.offsets && list[i].bytes == a.bytes) return firstBit_[a.object] + i;
  return list.empty() ? none : firstBit_[a.object];
}

Accesses::Future Accesses::footprintsOf(const List& list) const {
  Future f{BitSet(firstBit_.back()), BitSet(firstBit_.back())};
  for (const Access& a : list) {
    uint32_t bit = footprint(a);
    if (bit == none) continue;
    f.any.set(bit);
    if (a.write) f.written.set(bit);
  }
  return f;
}

void Accesses::computeFutures(const Program& p, const std::vector<bool>& closed) {
  Graph next(p.locations.size());
  for (EdgeId id = 0; id < p.edges.size(); ++id) {
    if (closed[id]) continue;
    const Edge& e = p.edges[id];
    next[e.from].push_back(e.to);
    for (const Operation& op : e.ops)
      if (const auto* f = std::get_if<Fork>(&op)) next[e.from].push_back(p.threads[f->thread].entry);
  }
  std::vector<Future> ofList;
  ofList.reserve(lists_.size());
  for (const List& list : lists_) ofList.push_back(footprintsOf(list));
  Components components = stronglyConnected(next);
  futureOf_.resize(p.locations.size());
  for (const auto& members : components.members) {
    Future f = footprintsOf({});
    auto unite = [&](const Future& other) {
      f.any.unite(other.any);
      f.written.unite(other.written);
    };
    for (LocId l : members) {
      for (EdgeId e : p.out(l)) {
        if (closed[e]) continue;
        unite(ofList[listOf_[e]]);
        unite(ofList[ordersOf_[e]]);
      }
      for (LocId s : next[l])
        if (components.of[s] != components.of[l]) unite(futures_[futureOf_[s]]);
    }
    uint32_t id = intern(std::move(f));
    for (LocId l : members) futureOf_[l] = id;
  }
}

bool Accesses::conflictsLater(LocId l, ObjectId object, Offsets offsets, uint64_t bytes, bool write) const {
  ObjectId o = abstractOf(object);
  const Future& future = futures_[futureOf_[l]];
  const BitSet& relevant = write ? future.any : future.written;
  const auto& list = footprints_[o];
  for (uint32_t i = 0; i < list.size(); ++i)
    if (relevant.test(firstBit_[o] + i) && overlap(list[i].offsets, list[i].bytes, offsets, bytes))
      return true;
  return false;
}

bool Accesses::conflictsLater(LocId l, const List& list) const {
  return std::any_of(list.begin(), list.end(), [&](const Access& a) {
    return conflictsLater(l, a.object, a.offsets, a.bytes, a.write);
  });
}

bool Accesses::conflictsLater(LocId l, EdgeId e) const {
  return conflictsLater(l, lists_[listOf_[e]]) || conflictsLater(l, lists_[ordersOf_[e]]);
}

bool Accesses::conflictsInOrder(LocId l, EdgeId e) const {
  const List& list = lists_[ordersOf_[e]];
  return std::any_of(list.begin(), list.end(), [&](const Access& a) {
    return a.object < arena(0) && conflictsLater(l, a.object, a.offsets, a.bytes, a.write);
  });
}

bool Accesses::touchesArena(EdgeId e) const {
  const List& list = lists_[ordersOf_[e]];
  return std::any_of(list.begin(), list.end(), [&](const Access& a) { return a.object >= arena(0); });
}

std::vector<Access> Accesses::future(LocId l) const {
  std::vector<Access> result;
  const Future& future = futures_[futureOf_[l]];
  for (ObjectId o = 0; o < objectCount_; ++o)
    for (uint32_t i = 0; i < footprints_[o].size(); ++i) {
      const Footprint& f = footprints_[o][i];
      if (future.any.test(firstBit_[o] + i))
        result.push_back({o, f.offsets, f.bytes, future.written.test(firstBit_[o] + i), MemOrder::Plain});
    }
  return result;
}

} // namespace heddle::ccfg::analysis
