// The evaluator of the order constraints: bit matrices of events against stores, closed under the rules; see
// order.h.
#include "engines/modular/order.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;

Order::Order(const Facts& facts)
    : facts_(facts), nodeOf_(facts.sites.stores().size(), ccfg::none), before_(facts.program.edges.size()),
      notYet_(facts.program.edges.size()) {
  const auto& stores = facts.sites.stores();
  const auto& cells = facts.memory.cells();
  for (StoreId s = 0; s < stores.size(); ++s)
    if (std::ranges::any_of(stores[s].cells, [&](CellId c) { return cells[c].shared; })) {
      nodeOf_[s] = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back(s);
    }
  overwriters_.assign(cells.size(), BitSet(nodes_.size()));
  for (uint32_t n = 0; n < nodes_.size(); ++n)
    if (stores[nodes_[n]].exact) overwriters_[stores[nodes_[n]].cells[0]].set(n);
}

const BitSet& Order::before(EdgeId e) {
  if (!before_[e]) {
    before_[e].emplace(nodes_.size());
    for (uint32_t n = 0; n < nodes_.size(); ++n)
      if (facts_.mhb.mhb(facts_.sites.stores()[nodes_[n]].edge, e)) before_[e]->set(n);
  }
  return *before_[e];
}

const BitSet& Order::notYet(EdgeId e) {
  if (!notYet_[e]) {
    notYet_[e].emplace(nodes_.size());
    for (uint32_t n = 0; n < nodes_.size(); ++n)
      if (facts_.mhb.orderedBefore(e, facts_.sites.stores()[nodes_[n]].edge)) notYet_[e]->set(n);
  }
  return *notYet_[e];
}

// One question: the events of a combination.
class OrderQuery {
public:
  OrderQuery(Order& order, const Combination& c, LoadId last, const std::vector<StoreId>& done)
      : order_(order), facts_(order.facts_) {
    for (const ReadsFrom& r : c) {
      const uint32_t load = addLoad(r.load);
      const uint32_t store = addSource(r.sources);
      reads_.push_back({load, store, &r, facts_.sites.loads()[r.load].cell});
      addOrder(store, load);
      if (r.load == last)
        for (StoreId s : done)
          if (node(s) != ccfg::none) happen(s, load);
    }
    orderLoads(c, last);
  }

  bool isFeasible() {
    do {
      changed_ = false;
      for (size_t i = 0; i < sequence_.size(); ++i) propagate(sequence_[i].first, sequence_[i].second);
      for (const Read& r : reads_) overwrite(r);
      placeStores();
      for (const Event& e : events_)
        if (e.happened.intersects(e.notYet)) return false;
    } while (changed_);
    return true;
  }

private:
  struct Event {
    BitSet happened, notYet;
    StoreId store = ccfg::none; // the one store that it is an occurrence of
  };
  struct Read {
    uint32_t load, store; // events
    const ReadsFrom* from;
    CellId cell;
  };

  uint32_t node(StoreId s) const { return order_.nodeOf_[s]; }
  const StoreSite& site(StoreId s) const { return facts_.sites.stores()[s]; }

  uint32_t addLoad(LoadId l) {
    const EdgeId e = facts_.sites.loads()[l].edge;
    events_.push_back({order_.before(e), order_.notYet(e), ccfg::none});
    return static_cast<uint32_t>(events_.size() - 1);
  }

  // What is true of all the sources.
  uint32_t addSource(const std::vector<SourceId>& sources) {
    const size_t n = order_.nodes_.size();
    Event e{BitSet(n, true), BitSet(n, true), ccfg::none};
    if (sources.size() == 1 && sources[0] != initialContent) {
      e.store = sources[0] - 1;
      for (uint32_t i = 0; i < events_.size(); ++i)
        if (events_[i].store == e.store && site(e.store).once) return i;
    }
    for (SourceId s : sources) {
      if (s == initialContent) {
        e.happened = BitSet(n);
        continue;
      }
      e.happened.intersect(order_.before(site(s - 1).edge));
      BitSet later = order_.notYet(site(s - 1).edge);
      if (site(s - 1).once) later.set(node(s - 1));
      e.notYet.intersect(later);
    }
    events_.push_back(std::move(e));
    return static_cast<uint32_t>(events_.size() - 1);
  }

  void orderLoads(const Combination& c, LoadId last) {
    const auto& loads = facts_.sites.loads();
    for (size_t i = 0; i < c.size(); ++i)
      for (size_t j = 0; j < c.size(); ++j) {
        if (i == j || c[i].load == last) continue;
        if (c[j].load == last || comesBefore(loads[c[i].load].edge, loads[c[j].load].edge))
          addOrder(reads_[i].load, reads_[j].load);
        const StoreId s = events_[reads_[j].store].store;
        if (s == ccfg::none || !site(s).once) continue;
        if (comesBefore(loads[c[i].load].edge, site(s).edge)) addOrder(reads_[i].load, reads_[j].store);
        if (comesBefore(site(s).edge, loads[c[i].load].edge)) addOrder(reads_[j].store, reads_[i].load);
      }
  }

  // Of edges that were both executed, by one instance if they are of one thread.
  bool comesBefore(EdgeId a, EdgeId b) const {
    const ccfg::Program& p = facts_.program;
    const auto threadOf = [&](EdgeId e) { return p.locations[p.edges[e].from].thread; };
    if (a == b) return false; // one step
    if (threadOf(a) != threadOf(b)) return facts_.mhb.orderedBefore(a, b);
    // Components are numbered against the flow: the second can't be followed by the first.
    return facts_.loops.component(p.edges[b].to) < facts_.loops.component(p.edges[a].from);
  }

  void addOrder(uint32_t a, uint32_t b) {
    if (a == b) return;
    for (const auto& [x, y] : sequence_)
      if (x == a && y == b) return;
    sequence_.emplace_back(a, b);
    changed_ = true;
  }

  void propagate(uint32_t a, uint32_t b) {
    if (events_[b].happened.unite(events_[a].happened)) changed_ = true;
    if (events_[a].notYet.unite(events_[b].notYet)) changed_ = true;
    if (events_[a].store != ccfg::none) happen(events_[a].store, b);
  }

  void happen(StoreId s, uint32_t event) {
    if (events_[event].happened.test(node(s))) return;
    events_[event].happened.set(node(s));
    events_[event].happened.unite(order_.before(site(s).edge));
    changed_ = true;
  }

  void overwrite(const Read& r) {
    const BitSet& strong = order_.overwriters_[r.cell];
    BitSet earlier = events_[r.load].happened;
    earlier.intersect(strong);
    for (SourceId s : r.from->sources)
      if (s != initialContent) earlier.reset(node(s - 1));
    earlier.forEach([&](size_t n) { happen(order_.nodes_[n], r.store); });
    BitSet later = events_[r.store].notYet;
    later.intersect(strong);
    // A store is not before itself; it is before the load that read from it.
    for (SourceId s : r.from->sources)
      if (s != initialContent) later.reset(node(s - 1));
    if (events_[r.load].notYet.unite(later)) changed_ = true;
  }

  // A store that happens once is the event that was read from.
  void placeStores() {
    for (uint32_t w = 0; w < events_.size(); ++w) {
      const StoreId s = events_[w].store;
      if (s == ccfg::none || !site(s).once) continue;
      for (uint32_t e = 0; e < events_.size(); ++e) {
        if (e == w) continue;
        if (events_[e].happened.test(node(s))) addOrder(w, e);
        if (events_[e].notYet.test(node(s))) addOrder(e, w);
      }
    }
    for (uint32_t e = 0; e < events_.size(); ++e)
      for (uint32_t f = 0; f < events_.size(); ++f)
        if (e != f && events_[f].happened.intersects(events_[e].notYet)) addOrder(e, f);
  }

  Order& order_;
  const Facts& facts_;
  std::vector<Event> events_;
  std::vector<Read> reads_;
  std::vector<std::pair<uint32_t, uint32_t>> sequence_; // first < second
  bool changed_ = false;
};

std::optional<Combination> both(const Combination& a, const Combination& b) {
  Combination result;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && i->load < j->load)) {
      result.push_back(*i++);
    } else if (i == a.end() || j->load < i->load) {
      result.push_back(*j++);
    } else {
      ReadsFrom r{i->load, {}};
      std::ranges::set_intersection(i->sources, j->sources, std::back_inserter(r.sources));
      if (r.sources.empty()) return std::nullopt;
      result.push_back(std::move(r));
      ++i, ++j;
    }
  }
  return result;
}

Combination common(const Combination& a, const Combination& b) {
  Combination result;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (i->load < j->load) {
      ++i;
    } else if (j->load < i->load) {
      ++j;
    } else {
      ReadsFrom r{i->load, {}};
      std::ranges::set_union(i->sources, j->sources, std::back_inserter(r.sources));
      result.push_back(std::move(r));
      ++i, ++j;
    }
  }
  return result;
}

bool implies(const Combination& a, const Combination& b) {
  return std::ranges::all_of(b, [&](const ReadsFrom& r) {
    const auto at = std::ranges::find(a, r.load, &ReadsFrom::load);
    return at != a.end() && std::ranges::includes(r.sources, at->sources);
  });
}

bool Order::isFeasible(const Combination& c, LoadId last, const std::vector<StoreId>& done) {
  ++queries_;
  return OrderQuery(*this, c, last, done).isFeasible();
}

} // namespace heddle::modular
