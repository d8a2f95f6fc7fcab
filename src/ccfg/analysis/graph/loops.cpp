// Cycles of the threads' graphs; see loops.h.
#include "ccfg/analysis/graph/loops.h"

#include "ccfg/analysis/graph/dominators.h"

#include <map>
#include <set>

namespace heddle::ccfg::analysis {

namespace {

Graph locationGraph(const Program& p) {
  Graph g(p.locations.size());
  for (const Edge& e : p.edges)
    if (!halts(e)) g[e.from].push_back(e.to);
  return g;
}

} // namespace

Loops::Loops(const Program& p)
    : program_(p), components_(stronglyConnected(locationGraph(p))), cyclic_(components_.members.size()),
      retreating_(p.edges.size()) {
  for (size_t c = 0; c < cyclic_.size(); ++c) cyclic_[c] = components_.members[c].size() > 1;
  for (const Edge& e : p.edges)
    if (e.from == e.to && !halts(e)) cyclic_[component(e.from)] = true;
  findRetreating(p);
}

bool Loops::edgeInCycle(EdgeId e) const {
  const Edge& edge = program_.edges[e];
  return !halts(edge) && component(edge.from) == component(edge.to);
}

void Loops::findRetreating(const Program& p) {
  enum class Color : uint8_t { White, OnPath, Done };
  std::vector<Color> color(p.locations.size(), Color::White);
  struct Visit {
    LocId loc;
    size_t next = 0;
  };
  auto walk = [&](LocId start) {
    if (color[start] != Color::White) return;
    std::vector<Visit> path{{start}};
    color[start] = Color::OnPath;
    while (!path.empty()) {
      LocId l = path.back().loc;
      if (path.back().next == p.out(l).size()) {
        color[l] = Color::Done;
        path.pop_back();
        continue;
      }
      EdgeId e = p.out(l)[path.back().next++];
      LocId to = p.edges[e].to;
      if (halts(p.edges[e])) continue;
      retreating_[e] = color[to] == Color::OnPath;
      if (color[to] != Color::White) continue;
      color[to] = Color::OnPath;
      path.push_back({to});
    }
  };
  for (const Thread& t : p.threads) walk(t.entry);
  for (LocId l = 0; l < p.locations.size(); ++l) walk(l); // what no entry reaches
}

std::vector<Loop> naturalLoops(const Program& p) {
  Dominators dominators(p);
  std::map<LocId, Loop> byHead;
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    const Edge& edge = p.edges[e];
    if (halts(edge) || !dominators.reachable(edge.from) || !dominators.locOverLoc(edge.to, edge.from))
      continue;
    Loop& loop = byHead[edge.to];
    loop.head = edge.to;
    loop.backEdges.push_back(e);
  }
  std::vector<Loop> result;
  for (auto& [head, loop] : byHead) {
    std::set<LocId> body{head};
    std::vector<LocId> stack;
    auto add = [&](LocId l) {
      if (dominators.reachable(l) && body.insert(l).second) stack.push_back(l);
    };
    for (EdgeId e : loop.backEdges) add(p.edges[e].from);
    while (!stack.empty()) {
      LocId l = stack.back();
      stack.pop_back();
      for (EdgeId e : p.in(l))
        if (!halts(p.edges[e])) add(p.edges[e].from);
    }
    loop.body.push_back(head);
    for (LocId l : body)
      if (l != head) loop.body.push_back(l);
    result.push_back(std::move(loop));
  }
  return result;
}

namespace {

template <typename Next>
BitSet reach(const Program& p, LocId start, Next next) {
  BitSet seen(p.locations.size());
  std::vector<LocId> stack{start};
  seen.set(start);
  while (!stack.empty()) {
    LocId l = stack.back();
    stack.pop_back();
    next(l, [&](EdgeId e, LocId to) {
      if (halts(p.edges[e]) || seen.test(to)) return;
      seen.set(to);
      stack.push_back(to);
    });
  }
  return seen;
}

} // namespace

BitSet locationsFrom(const Program& p, LocId l) {
  return reach(p, l, [&](LocId at, auto visit) {
    for (EdgeId e : p.out(at)) visit(e, p.edges[e].to);
  });
}

BitSet locationsTo(const Program& p, LocId l) {
  return reach(p, l, [&](LocId at, auto visit) {
    for (EdgeId e : p.in(at)) visit(e, p.edges[e].from);
  });
}

} // namespace heddle::ccfg::analysis
