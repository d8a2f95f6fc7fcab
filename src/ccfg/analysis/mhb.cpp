// Must-happen-before; see mhb.h.
//
// The relation over keys is the greatest solution of: a thread starts after what came before each of its
// forks, an edge after the key that dominates it in its thread, a join also after the end of what it waits
// for. It holds by induction on the length of an execution.
#include "ccfg/analysis/mhb.h"

#include "ccfg/analysis/handles.h"
#include "ccfg/analysis/loops.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

Mhb::Mhb(const Program& p, const PointsTo& pointsTo) : program_(p), dominators_(p), loops_(p) {
  numberKeys();
  findKeysAbove();
  relateKeys(pointsTo);
  findLaunches();
}

void Mhb::numberKeys() {
  const Program& p = program_;
  keyOf_.assign(p.edges.size(), none);
  edgeOfKey_.assign(2 * p.threads.size(), none);
  forksOf_.resize(p.threads.size());
  keysOfThread_.resize(p.threads.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops) {
      const auto* fork = std::get_if<Fork>(&op);
      if (fork != nullptr) forksOf_[fork->thread].push_back(e);
      if ((fork == nullptr && !std::holds_alternative<Join>(op)) || keyOf_[e] != none) continue;
      keyOf_[e] = static_cast<uint32_t>(edgeOfKey_.size());
      keysOfThread_[threadOf(e)].push_back(keyOf_[e]);
      edgeOfKey_.push_back(e);
    }
}

void Mhb::findKeysAbove() {
  keyAbove_.assign(program_.edges.size(), none);
  std::vector<EdgeId> chain;
  for (EdgeId start = 0; start < program_.edges.size(); ++start) {
    EdgeId e = start;
    while (keyAbove_[e] == none) { // climb to an edge whose answer is known, then come back down
      EdgeId above = dominators_.immediateEdgeOf(e);
      if (above == none)
        keyAbove_[e] = startKey(threadOf(e));
      else if (keyOf_[above] != none)
        keyAbove_[e] = keyOf_[above];
      else {
        chain.push_back(e);
        e = above;
      }
    }
    for (; !chain.empty(); chain.pop_back()) keyAbove_[chain.back()] = keyAbove_[e];
  }
}

// What must have happened before the key, by what is known of the keys before it.
BitSet Mhb::predecessors(uint32_t key, const std::vector<std::vector<ThreadId>>& waitsFor) const {
  auto with = [&](uint32_t k) {
    BitSet s = must_[k];
    s.set(k);
    return s;
  };
  auto threads = static_cast<uint32_t>(program_.threads.size());
  if (key == startKey(0)) return BitSet(must_.size());
  if (key < threads) {
    BitSet s(must_.size(), true);
    for (EdgeId f : forksOf_[key]) s.intersect(with(keyOf_[f]));
    return s;
  }
  if (key < 2 * threads) { // the end: as for an edge that leaves the exit
    LocId exit = program_.threads[key - threads].exit;
    if (!dominators_.reachable(exit)) return BitSet(must_.size(), true);
    EdgeId last = dominators_.immediateEdge(exit);
    if (last == none) return with(startKey(key - threads));
    return with(keyOf_[last] != none ? keyOf_[last] : keyAbove_[last]);
  }
  BitSet s = with(keyAbove_[edgeOfKey_[key]]);
  if (waitsFor[key].empty()) return s;
  BitSet ended(must_.size(), true);
  for (ThreadId t : waitsFor[key]) ended.intersect(with(endKey(t)));
  s.unite(ended);
  return s;
}

void Mhb::relateKeys(const PointsTo& pointsTo) {
  Handles handles(program_, pointsTo);
  std::vector<std::vector<ThreadId>> waitsFor(edgeOfKey_.size());
  for (uint32_t k = 0; k < edgeOfKey_.size(); ++k) {
    if (edgeOfKey_[k] == none) continue;
    const auto& forks = handles.joined(edgeOfKey_[k]);
    if (!forks) continue;
    for (EdgeId f : *forks)
      for (const Operation& op : program_.edges[f].ops)
        if (const auto* fork = std::get_if<Fork>(&op)) waitsFor[k].push_back(fork->thread);
  }
  must_.assign(edgeOfKey_.size(), BitSet(edgeOfKey_.size(), true));
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < must_.size(); ++k)
      if (must_[k].intersect(predecessors(k, waitsFor))) changed = true;
  }
}

void Mhb::findLaunches() {
  reachedFrom_.resize(edgeOfKey_.size());
  for (uint32_t k = 0; k < edgeOfKey_.size(); ++k)
    if (edgeOfKey_[k] != none) reachedFrom_[k] = locationsFrom(program_, program_.edges[edgeOfKey_[k]].to);
  auto threads = static_cast<ThreadId>(program_.threads.size());
  launches_.resize(threads);
  for (ThreadId from = 0; from < threads; ++from)
    for (ThreadId t = 0; t < threads; ++t) launches_[from].push_back(launch(from, t));
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

bool Mhb::happenedStanding(uint32_t key, EdgeId e) const {
  return keyAbove_[e] == key || must_[keyAbove_[e]].test(key);
}

bool Mhb::happenedBy(uint32_t key, EdgeId e) const {
  return keyOf_[e] != none ? must_[keyOf_[e]].test(key) : happenedStanding(key, e);
}

bool Mhb::hasEnded(ThreadId t, EdgeId b) const {
  return !program_.threads[t].repeatable && happenedBy(endKey(t), b);
}

bool Mhb::mhb(EdgeId a, EdgeId b) const {
  if (a == b) return false;
  ThreadId ofA = threadOf(a);
  if (ofA == threadOf(b) && dominators_.edgeOverEdge(a, b)) return true;
  LocId exit = program_.threads[ofA].exit;
  if (dominators_.edgeOverLoc(a, exit) && happenedBy(endKey(ofA), b)) return true;
  return std::any_of(keysOfThread_[ofA].begin(), keysOfThread_[ofA].end(), [&](uint32_t k) {
    return dominators_.edgeOverEdge(a, edgeOfKey_[k]) && happenedBy(k, b);
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

bool Mhb::orderedBefore(EdgeId a, EdgeId b) const {
  ThreadId ofA = threadOf(a), ofB = threadOf(b);
  if (ofA != ofB) return hasEnded(ofA, b) || isOverAfterStart(a, ofB);
  if (program_.threads[ofA].repeatable || a == b) return false;
  // Components are numbered against the flow: what has a higher number can't be reached any more.
  return loops_.component(program_.edges[b].to) < loops_.component(program_.edges[a].from);
}

bool Mhb::mayRunInParallel(EdgeId a, EdgeId b) const {
  ThreadId ofA = threadOf(a), ofB = threadOf(b);
  if (ofA == ofB) return program_.threads[ofA].repeatable;
  auto ended = [&](ThreadId t, EdgeId e) {
    return !program_.threads[t].repeatable && happenedStanding(endKey(t), e);
  };
  return !ended(ofA, b) && !ended(ofB, a) && !isOverAfterStart(a, ofB) && !isOverAfterStart(b, ofA);
}

} // namespace heddle::ccfg::analysis
