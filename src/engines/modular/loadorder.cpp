// From combinations to events and what is known of them; see loadorder.h.
#include "engines/modular/loadorder.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;

namespace {

std::vector<StoreId> sharedStores(const Facts& facts) {
  std::vector<StoreId> result;
  const auto& stores = facts.sites.stores();
  for (StoreId s = 0; s < stores.size(); ++s)
    if (std::ranges::any_of(stores[s].cells, [&](CellId c) { return facts.memory.cells()[c].shared; }))
      result.push_back(s);
  return result;
}

} // namespace

Order::Order(const Facts& facts)
    : facts_(facts), nodes_(sharedStores(facts)), nodeOf_(facts.sites.stores().size(), ccfg::none),
      before_(facts.program.edges.size()), notYet_(facts.program.edges.size()),
      matrix_(nodes_.size(), [this](uint32_t n) -> const BitSet& { return before(edgeOf(n)); }) {
  const auto& stores = facts.sites.stores();
  const auto& cells = facts.memory.cells();
  for (uint32_t n = 0; n < nodes_.size(); ++n) nodeOf_[nodes_[n]] = n;
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

// What is true of all the sources.
OrderMatrix::Event Order::addSource(const std::vector<SourceId>& sources) {
  const StoreId only = sources.size() == 1 && sources[0] != initialContent ? sources[0] - 1 : ccfg::none;
  if (only != ccfg::none && site(only).once)
    for (const Read& r : reads_)
      if (r.store == only) return r.source;
  const size_t n = nodes_.size();
  BitSet happened(n, true), notYet(n, true);
  for (SourceId s : sources) {
    if (s == initialContent) {
      happened = BitSet(n);
      continue;
    }
    happened.intersect(before(site(s - 1).edge));
    BitSet later = this->notYet(site(s - 1).edge);
    if (site(s - 1).once) later.set(nodeOf_[s - 1]);
    notYet.intersect(later);
  }
  const OrderMatrix::Event e = matrix_.addEvent(happened, notYet);
  if (only != ccfg::none) matrix_.addOccurrence(e, nodeOf_[only], site(only).once);
  return e;
}

void Order::addRead(const ReadsFrom& r) {
  const LoadSite& load = facts_.sites.loads()[r.load];
  Read read{r.load, r.sources, ccfg::none, 0, 0};
  read.event = matrix_.addEvent(before(load.edge), notYet(load.edge));
  read.source = addSource(r.sources);
  if (r.sources.size() == 1 && r.sources[0] != initialContent) read.store = r.sources[0] - 1;
  BitSet others = overwriters_[load.cell];
  for (SourceId s : r.sources)
    if (s != initialContent) others.reset(nodeOf_[s - 1]);
  matrix_.addRead(read.event, read.source, others);
  reads_.push_back(read);
}

void Order::relate(const Read& a, const Read& b) {
  const EdgeId load = facts_.sites.loads()[a.load].edge;
  const EdgeId other = facts_.sites.loads()[b.load].edge;
  if (comesBefore(load, other)) matrix_.addBefore(a.event, b.event);
  if (&a < &b) joinSections(load, a.event, other, b.event);
  if (b.store == ccfg::none || !site(b.store).once) return;
  joinSections(load, a.event, site(b.store).edge, b.source);
  if (comesBefore(load, site(b.store).edge)) matrix_.addBefore(a.event, b.source);
  if (comesBefore(site(b.store).edge, load)) matrix_.addBefore(b.source, a.event);
}

// Two events of one instance, in one section: who is kept out of it does nothing in between.
void Order::joinSections(EdgeId a, OrderMatrix::Event ofA, EdgeId b, OrderMatrix::Event ofB) {
  const ccfg::Program& p = facts_.program;
  const LocId fromA = p.edges[a].from, fromB = p.edges[b].from;
  const ccfg::ThreadId thread = p.locations[fromA].thread;
  if (p.locations[fromB].thread != thread) return;
  // In a loop one may be of the step before.
  if (a == b && !facts_.loops.edgeInCycle(a))
    matrix_.addTogether(ofA, ofB, keptOut(Mutexes::atomicity, thread));
  BitSet common = facts_.mutexes.held(fromA);
  common.intersect(facts_.mutexes.held(fromB));
  common.forEach([&](size_t i) {
    const auto m = static_cast<MutexId>(i);
    const EdgeId begin = facts_.mutexes.begin(m, fromA);
    if (begin != ccfg::none && begin == facts_.mutexes.begin(m, fromB))
      matrix_.addTogether(ofA, ofB, keptOut(m, thread));
  });
}

const BitSet& Order::keptOut(MutexId m, ccfg::ThreadId t) {
  const auto [at, isNew] = keptOut_.emplace(std::pair(m, t), BitSet(nodes_.size()));
  if (!isNew) return at->second;
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    const StoreSite& store = site(nodes_[n]);
    if (store.thread == t) continue;
    if (m == Mutexes::atomicity || facts_.mutexes.isHeldExclusively(m, facts_.program.edges[store.edge].from))
      at->second.set(n);
  }
  return at->second;
}

// Of edges that were both executed, by one instance if they are of one thread.
bool Order::comesBefore(EdgeId a, EdgeId b) const {
  const ccfg::Program& p = facts_.program;
  const auto threadOf = [&](EdgeId e) { return p.locations[p.edges[e].from].thread; };
  if (a == b) return false; // one step
  if (threadOf(a) != threadOf(b)) return facts_.mhb.orderedBefore(a, b);
  // Components are numbered against the flow: the second can't be followed by the first.
  return facts_.loops.component(p.edges[b].to) < facts_.loops.component(p.edges[a].from);
}

void Order::push(const Combination& c) {
  frames_.push_back(reads_.size());
  matrix_.push();
  for (const ReadsFrom& r : c)
    if (matrix_.hasRoomFor(2)) addRead(r);
  for (size_t i = 0; i < reads_.size(); ++i)
    for (size_t j = i < frames_.back() ? frames_.back() : 0; j < reads_.size(); ++j)
      if (i != j) relate(reads_[i], reads_[j]);
}

void Order::executeLast(LoadId last, const std::vector<StoreId>& done) {
  for (const Read& r : reads_) {
    if (r.load != last) continue;
    for (const Read& earlier : reads_)
      if (earlier.load != last) matrix_.addBefore(earlier.event, r.event);
    for (StoreId s : done)
      if (nodeOf_[s] != ccfg::none) matrix_.addHappened(nodeOf_[s], r.event);
  }
}

void Order::pop() {
  reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(frames_.back()), reads_.end());
  frames_.pop_back();
  matrix_.pop();
}

bool Order::isConsistent(LoadId last, const std::vector<StoreId>& done) {
  ++queries_;
  if (last != ccfg::none) executeLast(last, done);
  return matrix_.close();
}

bool Order::isFeasible(LoadId last, const std::vector<StoreId>& done) {
  if (!isConsistent(last, done)) return false;
  // What is true of all sources may be little: one of them must be possible, too.
  constexpr size_t maxSources = 6; // that are tried
  for (size_t i = 0; i < reads_.size(); ++i) {
    const ReadsFrom read{reads_[i].load, reads_[i].sources};
    if (read.sources.size() < 2 || read.sources.size() > maxSources) continue;
    const bool one = std::ranges::any_of(read.sources, [&](SourceId s) {
      push({{read.load, {s}}});
      const bool consistent = isConsistent(last, done);
      pop();
      return consistent;
    });
    if (!one) return false;
  }
  return true;
}

bool Order::isFeasible(const Combination& c, LoadId last, const std::vector<StoreId>& done) {
  push(c);
  const bool feasible = isFeasible(last, done);
  pop();
  return feasible;
}

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

} // namespace heddle::modular
