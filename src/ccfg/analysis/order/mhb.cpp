// Must-happen-before; see mhb.h.
//
// The relation over keys is the greatest solution of: a thread starts after what came before each of its
// forks, who stands at a location has what is common to all ways there, and an edge comes after that and, of
// each of its groups of prior events, after what is common to them. It holds by induction on the length of an
// execution.
#include "ccfg/analysis/order/mhb.h"

#include "ccfg/analysis/order/barriers.h"
#include "ccfg/analysis/order/crews.h"
#include "ccfg/analysis/order/handles.h"
#include "ccfg/analysis/order/waits.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

using EventKind = PriorEvent::Kind;

namespace {

constexpr int maxRounds = 4; // each uses what the one before has found: any number of them is right

void add(PriorEvents& to, const PriorEvents& more) {
  for (const auto& [edge, groups] : more) to[edge].insert(to[edge].end(), groups.begin(), groups.end());
}

} // namespace

Mhb::Mhb(const Facts& facts, OrderFrom from)
    : program_(facts.program()), dominators_(facts.dominators()), loops_(facts.loops()),
      forksOf_(program_.threads.size()) {
  const Program& p = program_;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (const auto* fork = std::get_if<Fork>(&op)) forksOf_[fork->thread].push_back(e);
  const PriorEvents joined = joins(facts.handles());
  draw(joined);
  if (from == OrderFrom::ForkAndJoin) return;
  const PointsTo& pointsTo = facts.pointsTo();
  const Waits waits(p, pointsTo);
  const Crews crews(facts);
  for (int round = 0; round < maxRounds; ++round) {
    PriorEvents all = joined;
    add(all, waits.prior(*this));
    add(all, barrierPriors(p, pointsTo, *this));
    add(all, crews.prior(*this));
    if (all == prior_) break;
    draw(std::move(all));
  }
  findAlive();
  findMayStart();
}

PriorEvents Mhb::joins(const Handles& handles) const {
  PriorEvents result;
  for (EdgeId e = 0; e < program_.edges.size(); ++e) {
    const auto& forks = handles.joined(e);
    if (!forks) continue;
    PriorGroup group;
    for (EdgeId f : *forks)
      for (const Operation& op : program_.edges[f].ops)
        if (const auto* fork = std::get_if<Fork>(&op)) group.push_back({EventKind::Ended, fork->thread});
    if (!group.empty()) result[e].push_back(group);
  }
  return result;
}

void Mhb::draw(PriorEvents prior) {
  prior_ = std::move(prior);
  numberKeys();
  findRegions();
  relateKeys();
  findLaunches();
}

uint32_t Mhb::keyOf(const PriorEvent& e) const {
  return e.kind == EventKind::Edge    ? keyOf_[e.id]
         : e.kind == EventKind::Ended ? endKey(e.id)
                                      : allEndedKey(e.id);
}

void Mhb::addKey(EdgeId e) {
  if (keyOf_[e] != none) return;
  keyOf_[e] = static_cast<uint32_t>(keys_.size());
  keysOfThread_[threadOf(e)].push_back(keyOf_[e]);
  keys_.push_back({threadOf(e), e, none});
}

void Mhb::addKeyOf(const PriorGroup& g) {
  std::map<ThreadId, LocId> common;
  std::map<ThreadId, unsigned> count;
  for (const PriorEvent& event : g) {
    if (event.kind != EventKind::Edge) continue;
    addKey(event.id);
    const LocId from = program_.edges[event.id].from;
    if (!dominators_.reachable(from)) continue;
    LocId& l = common.emplace(threadOf(event.id), from).first->second;
    while (!dominators_.locOverLoc(l, from)) l = dominators_.immediate(l);
    ++count[threadOf(event.id)];
  }
  for (const auto& [thread, l] : common) {
    if (count[thread] < 2 || keyOfLoc_[l] != none) continue;
    keyOfLoc_[l] = static_cast<uint32_t>(keys_.size());
    keysOfThread_[thread].push_back(keyOfLoc_[l]);
    keys_.push_back({thread, none, l});
  }
}

void Mhb::numberKeys() {
  const Program& p = program_;
  // Keys of an earlier round stay: their places do not change.
  keyOf_.resize(p.edges.size(), none);
  keyOfLoc_.resize(p.locations.size(), none);
  if (keys_.empty()) keys_.resize(3 * p.threads.size());
  keysOfThread_.resize(p.threads.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (std::holds_alternative<Fork>(op) || std::holds_alternative<Join>(op)) addKey(e);
  for (const auto& [edge, groups] : prior_) {
    addKey(edge);
    for (const PriorGroup& g : groups) addKeyOf(g);
  }
}

// A location that one way alone leads to, by no key, is as the one before.
void Mhb::findRegions() {
  const Program& p = program_;
  regionOf_.assign(p.locations.size(), none);
  headOf_.clear();
  std::vector<bool> isEntry(p.locations.size()), seen(p.locations.size());
  for (const Thread& t : p.threads) isEntry[t.entry] = true;
  const auto before = [&](LocId l) {
    if (p.in(l).size() != 1 || isEntry[l] || keyOfLoc_[l] != none) return none;
    const EdgeId in = p.in(l)[0];
    return keyOf_[in] != none || halts(p.edges[in]) ? none : p.edges[in].from;
  };
  std::vector<LocId> chain;
  for (LocId start = 0; start < p.locations.size(); ++start) {
    LocId l = start;
    while (regionOf_[l] == none) {
      seen[l] = true;
      chain.push_back(l);
      const LocId from = before(l);
      if (from == none || (seen[from] && regionOf_[from] == none)) { // or a circle that nothing leads to
        regionOf_[l] = static_cast<uint32_t>(headOf_.size());
        headOf_.push_back(l);
        break;
      }
      l = from;
    }
    for (; !chain.empty(); chain.pop_back()) regionOf_[chain.back()] = regionOf_[l];
  }
}

BitSet Mhb::with(uint32_t key) const {
  BitSet s = must_[key];
  s.set(key);
  return s;
}

BitSet Mhb::after(EdgeId e) const { return keyOf_[e] != none ? with(keyOf_[e]) : standing(e); }

// What must have happened before the key, by what is known of the keys before it.
BitSet Mhb::predecessors(uint32_t key) const {
  const uint32_t threads = threadCount();
  if (key == startKey(0)) return BitSet(keys_.size());
  if (key < threads) {
    BitSet s(keys_.size(), true);
    for (EdgeId f : forksOf_[key]) s.intersect(with(keyOf_[f]));
    return s;
  }
  if (key < 2 * threads) return standing_[regionOf_[program_.threads[key - threads].exit]];
  if (key < 3 * threads) return BitSet(keys_.size()); // it may never have started
  if (keys_[key].loc != none) return standing_[regionOf_[keys_[key].loc]];
  BitSet s = standing(keys_[key].edge);
  const auto groups = prior_.find(keys_[key].edge);
  if (groups == prior_.end()) return s;
  for (const PriorGroup& g : groups->second) {
    BitSet common(keys_.size(), true);
    for (const PriorEvent& event : g) common.intersect(with(keyOf(event)));
    s.unite(common);
  }
  return s;
}

// Whoever stands here came by one of the edges. True if less is known than before.
bool Mhb::relateRegion(uint32_t region) {
  const LocId l = headOf_[region];
  const ThreadId t = program_.locations[l].thread;
  BitSet s(keys_.size(), true);
  if (l == program_.threads[t].entry) s = with(startKey(t));
  bool changed = false;
  for (EdgeId e : program_.in(l)) {
    if (halts(program_.edges[e])) continue;
    // At once: so that a thread is gone through from its start to its end in one pass.
    const uint32_t k = keyOf_[e];
    if (k != none && must_[k].intersect(predecessors(k))) changed = true;
    s.intersect(after(e));
  }
  if (keyOfLoc_[l] != none) s.set(keyOfLoc_[l]);
  return standing_[region].intersect(s) || changed;
}

void Mhb::relateKeys() {
  must_.assign(keys_.size(), BitSet(keys_.size(), true));
  standing_.assign(headOf_.size(), BitSet(keys_.size(), true));
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < must_.size(); ++k)
      if (must_[k].intersect(predecessors(k))) changed = true;
    for (uint32_t r = 0; r < standing_.size(); ++r)
      if (relateRegion(r)) changed = true;
  }
}

void Mhb::findLaunches() {
  const auto known = static_cast<uint32_t>(reachedFrom_.size());
  reachedFrom_.resize(keys_.size());
  for (uint32_t k = known; k < keys_.size(); ++k)
    if (keys_[k].thread != none)
      reachedFrom_[k] =
          locationsFrom(program_, keys_[k].loc != none ? keys_[k].loc : program_.edges[keys_[k].edge].to);
  if (!launches_.empty()) return; // what is known by fork and join is enough
  launches_.resize(threadCount());
  for (ThreadId from = 0; from < threadCount(); ++from)
    for (ThreadId t = 0; t < threadCount(); ++t) launches_[from].push_back(launch(from, t));
}

Mhb::Launch Mhb::launch(ThreadId from, ThreadId t) const {
  Launch result;
  std::vector<bool> seen(program_.threads.size());
  std::vector<ThreadId> work{t};
  seen[t] = true;
  while (!work.empty()) {
    ThreadId u = work.back();
    work.pop_back();
    if (u == 0) result.otherwise = true; // main starts by itself
    for (EdgeId f : forksOf_[u]) {
      ThreadId forker = threadOf(f);
      if (forker == from) result.forks.push_back(keyOf_[f]);
      if (forker == from || seen[forker] || hasEnded(from, f)) continue;
      seen[forker] = true;
      work.push_back(forker);
    }
  }
  return result;
}

bool Mhb::happenedBy(uint32_t key, EdgeId e) const {
  return keyOf_[e] != none ? must_[keyOf_[e]].test(key) : standing(e).test(key);
}

bool Mhb::hasEnded(ThreadId t, EdgeId b) const {
  return (!program_.threads[t].repeatable && happenedBy(endKey(t), b)) || happenedBy(allEndedKey(t), b);
}

bool Mhb::mhb(EdgeId a, EdgeId b) const {
  if (a == b) return false;
  ThreadId ofA = threadOf(a);
  if (ofA == threadOf(b) && dominators_.edgeOverEdge(a, b)) return true;
  LocId exit = program_.threads[ofA].exit;
  if (dominators_.edgeOverLoc(a, exit) && happenedBy(endKey(ofA), b)) return true;
  return std::any_of(keysOfThread_[ofA].begin(), keysOfThread_[ofA].end(), [&](uint32_t k) {
    if (!happenedBy(k, b)) return false;
    return keys_[k].loc != none ? dominators_.edgeOverLoc(a, keys_[k].loc)
                                : dominators_.edgeOverEdge(a, keys_[k].edge);
  });
}

// Can a, of a thread with one instance, no longer happen once an instance of t has started?
bool Mhb::isOverAfterStart(EdgeId a, ThreadId t) const {
  ThreadId ofA = threadOf(a);
  if (program_.threads[ofA].repeatable) return false;
  const Launch& launch = launches_[ofA][t];
  if (launch.otherwise) return false;
  return std::none_of(launch.forks.begin(), launch.forks.end(),
                      [&](uint32_t k) { return reachedFrom_[k].test(program_.edges[a].from); });
}

bool Mhb::isOverAfter(EdgeId a, const BitSet& keys) const {
  const ThreadId ofA = threadOf(a);
  if (program_.threads[ofA].repeatable) return false;
  return std::ranges::any_of(keysOfThread_[ofA], [&](uint32_t k) {
    return keys.test(k) && !reachedFrom_[k].test(program_.edges[a].from);
  });
}

bool Mhb::orderedBefore(EdgeId a, EdgeId b) const {
  ThreadId ofA = threadOf(a), ofB = threadOf(b);
  if (ofA != ofB)
    return hasEnded(ofA, b) || (isSurelyNotAlive(ofA, b) && !mayStart_[ofA].test(program_.edges[b].from)) ||
           isOverAfterStart(a, ofB) || isOverAfter(a, keyOf_[b] != none ? must_[keyOf_[b]] : standing(b));
  if (program_.threads[ofA].repeatable || a == b) return false;
  // Components are numbered against the flow: what has a higher number can't be reached any more.
  return loops_.component(program_.edges[b].to) < loops_.component(program_.edges[a].from);
}

// What its thread has started on some way here, but for what has surely ended on that way.
void Mhb::findAlive() {
  const Program& p = program_;
  alive_.assign(p.locations.size(), BitSet(p.threads.size()));
  std::vector<LocId> work;
  std::vector<bool> seen(p.locations.size());
  for (const Thread& t : p.threads) work.push_back(t.entry);
  for (LocId l : work) seen[l] = true;
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    for (EdgeId e : p.out(l)) {
      BitSet after = alive_[l];
      if (const auto groups = prior_.find(e); groups != prior_.end())
        for (const PriorGroup& g : groups->second)
          if (g.size() == 1 && (g[0].kind == EventKind::AllEnded ||
                                (g[0].kind == EventKind::Ended && !p.threads[g[0].id].repeatable)))
            after.reset(g[0].id);
      for (const Operation& op : p.edges[e].ops)
        if (const auto* fork = std::get_if<Fork>(&op)) after.set(fork->thread);
      const LocId to = p.edges[e].to;
      if (!alive_[to].unite(after) && seen[to]) continue;
      seen[to] = true;
      work.push_back(to);
    }
  }
}

// From where a fork of the thread may still come.
void Mhb::findMayStart() {
  mayStart_.assign(program_.threads.size(), BitSet(program_.locations.size()));
  for (ThreadId t = 0; t < program_.threads.size(); ++t)
    for (EdgeId f : forksOf_[t]) mayStart_[t].unite(locationsTo(program_, program_.edges[f].from));
}

bool Mhb::isSurelyNotAlive(ThreadId t, EdgeId e) const {
  if (alive_.empty() || t == 0 || program_.threads[threadOf(e)].repeatable) return false;
  return !alive_[program_.edges[e].from].test(t) &&
         std::ranges::all_of(forksOf_[t], [&](EdgeId f) { return threadOf(f) == threadOf(e); });
}

bool Mhb::mayBeRunning(ThreadId t, EdgeId a) const {
  if (isSurelyNotAlive(t, a)) return false;
  const bool ended = !program_.threads[t].repeatable && standing(a).test(endKey(t));
  return !ended && !standing(a).test(allEndedKey(t)) && !isOverAfterStart(a, t);
}

bool Mhb::mayRunInParallel(EdgeId a, EdgeId b) const {
  ThreadId ofA = threadOf(a), ofB = threadOf(b);
  if (ofA == ofB) return program_.threads[ofA].repeatable;
  return mayBeRunning(ofA, b) && mayBeRunning(ofB, a) && !isOverAfter(a, standing(b)) &&
         !isOverAfter(b, standing(a));
}

} // namespace heddle::ccfg::analysis
