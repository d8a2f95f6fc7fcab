// Backward data flow over each thread's graph. Live sets are sorted vectors: most hold a handful of
// registers, and a bit set per location would grow with the square of a large program.
#include "ccfg/analysis/liveness.h"

#include <algorithm>
#include <deque>

namespace heddle::ccfg::analysis {

namespace {

using RegSet = std::vector<RegId>; // sorted, each once

void sortUnique(RegSet& s) {
  std::sort(s.begin(), s.end());
  s.erase(std::unique(s.begin(), s.end()), s.end());
}

// What an edge reads before it writes it, and what it writes.
struct Effect {
  RegSet uses, defs;
};

Effect effectOf(const Program& p, const Edge& e) {
  Effect f;
  const RegId self = p.threads[p.locations[e.from].thread].self;
  for (const Operation& op : e.ops) {
    forEachTerm(op, [&](Term t) {
      for (RegId r : logic::symbolsOf(t))
        if (r != self && std::find(f.defs.begin(), f.defs.end(), r) == f.defs.end()) f.uses.push_back(r);
    });
    for (RegId r : writtenRegisters(op)) f.defs.push_back(r);
  }
  sortUnique(f.uses);
  sortUnique(f.defs);
  return f;
}

RegSet throughEdge(const Effect& f, const RegSet& after) {
  RegSet kept, before;
  std::set_difference(after.begin(), after.end(), f.defs.begin(), f.defs.end(), std::back_inserter(kept));
  std::set_union(kept.begin(), kept.end(), f.uses.begin(), f.uses.end(), std::back_inserter(before));
  return before;
}

// True if it grew.
bool mergeInto(RegSet& into, const RegSet& from) {
  if (std::includes(into.begin(), into.end(), from.begin(), from.end())) return false;
  RegSet merged;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(merged));
  into = std::move(merged);
  return true;
}

} // namespace

Liveness::Liveness(const Program& p) : live_(p.locations.size()) {
  std::vector<Effect> effects;
  effects.reserve(p.edges.size());
  for (const Edge& e : p.edges) effects.push_back(effectOf(p, e));

  for (const Thread& t : p.threads)
    if (t.result != none && t.result != t.self) live_[t.exit].push_back(t.result);

  // Later locations first: front ends number them in the order of the code.
  std::deque<LocId> work;
  std::vector<bool> queued(p.locations.size(), true);
  for (LocId l = static_cast<LocId>(p.locations.size()); l-- > 0;) work.push_back(l);
  while (!work.empty()) {
    const LocId l = work.front();
    work.pop_front();
    queued[l] = false;
    bool grew = false;
    for (EdgeId e : p.out(l)) grew |= mergeInto(live_[l], throughEdge(effects[e], live_[p.edges[e].to]));
    if (!grew) continue;
    for (EdgeId e : p.in(l)) {
      const LocId from = p.edges[e].from;
      if (queued[from]) continue;
      queued[from] = true;
      work.push_back(from);
    }
  }
}

bool Liveness::isLive(LocId l, RegId r) const {
  return std::binary_search(live_[l].begin(), live_[l].end(), r);
}

} // namespace heddle::ccfg::analysis
