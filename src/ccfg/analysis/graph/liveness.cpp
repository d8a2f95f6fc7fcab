// Backward data flow over each thread's graph. Live sets are sorted vectors: most hold a handful of
// registers, and a bit set per location would grow with the square of a large program.
#include "ccfg/analysis/graph/liveness.h"

#include <algorithm>
#include <deque>

namespace heddle::ccfg::analysis {

namespace {

using RegSet = std::vector<RegId>; // sorted, each once

void sortUnique(RegSet& s) {
  std::sort(s.begin(), s.end());
  s.erase(std::unique(s.begin(), s.end()), s.end());
}

// An operation's registers. Each assignment is a part of its own; everything else is one part that always
// matters.
struct Part {
  RegId target = none; // none: it always matters
  RegSet uses;
};
struct RegEffect {
  std::vector<Part> parts;
  RegSet defs;
};

RegEffect effectOf(const Operation& op, RegId self) {
  RegEffect f;
  f.defs = writtenRegisters(op);
  sortUnique(f.defs);
  auto addUses = [&](Part& part, Term t) {
    for (RegId r : logic::symbolsOf(t))
      if (r != self) part.uses.push_back(r);
    sortUnique(part.uses);
  };
  if (const auto* set = std::get_if<Set>(&op)) {
    for (const Assignment& a : set->assignments) addUses(f.parts.emplace_back(Part{a.reg, {}}), a.value);
  } else {
    Part& whole = f.parts.emplace_back();
    forEachTerm(op, [&](Term t) { addUses(whole, t); });
  }
  return f;
}

bool contains(const RegSet& s, RegId r) { return std::binary_search(s.begin(), s.end(), r); }

RegSet united(const RegSet& a, const RegSet& b) {
  RegSet result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

RegSet before(const RegEffect& f, const RegSet& after) {
  RegSet result;
  std::set_difference(after.begin(), after.end(), f.defs.begin(), f.defs.end(), std::back_inserter(result));
  for (const Part& part : f.parts)
    if (part.target == none || contains(after, part.target)) result = united(result, part.uses);
  return result;
}

std::vector<RegEffect> effectsOf(const Program& p, const Edge& e) {
  std::vector<RegEffect> effects;
  const RegId self = p.threads[p.locations[e.from].thread].self;
  for (const Operation& op : e.ops) effects.push_back(effectOf(op, self));
  return effects;
}

bool asksForResults(const Program& p) {
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops)
      if (const auto* join = std::get_if<Join>(&op); join && join->result != none) return true;
  return false;
}

} // namespace

Liveness::Liveness(const Program& p) : program_(p), live_(p.locations.size()) {
  std::vector<std::vector<RegEffect>> effects;
  effects.reserve(p.edges.size());
  for (const Edge& e : p.edges) effects.push_back(effectsOf(p, e));

  const bool results = asksForResults(p);
  for (const Thread& t : p.threads)
    if (results && t.result != none && t.result != t.self) live_[t.exit].push_back(t.result);

  // Later locations first: front ends number them in the order of the code.
  std::deque<LocId> work;
  std::vector<bool> queued(p.locations.size(), true);
  for (LocId l = static_cast<LocId>(p.locations.size()); l-- > 0;) work.push_back(l);
  while (!work.empty()) {
    const LocId l = work.front();
    work.pop_front();
    queued[l] = false;
    RegSet live = live_[l];
    for (EdgeId e : p.out(l)) {
      RegSet through = live_[p.edges[e].to];
      for (size_t i = effects[e].size(); i-- > 0;) through = before(effects[e][i], through);
      live = united(live, through);
    }
    if (live.size() == live_[l].size()) continue;
    live_[l] = std::move(live);
    for (EdgeId e : p.in(l)) {
      const LocId from = p.edges[e].from;
      if (queued[from]) continue;
      queued[from] = true;
      work.push_back(from);
    }
  }
}

bool Liveness::isLive(LocId l, RegId r) const { return contains(live_[l], r); }

std::vector<std::vector<RegId>> Liveness::liveAfterOperations(EdgeId e) const {
  const std::vector<RegEffect> effects = effectsOf(program_, program_.edges[e]);
  std::vector<RegSet> result(effects.size());
  RegSet live = live_[program_.edges[e].to];
  for (size_t i = effects.size(); i-- > 0;) {
    result[i] = live;
    live = before(effects[i], live);
  }
  return result;
}

} // namespace heddle::ccfg::analysis
