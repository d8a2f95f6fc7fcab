// Strongly connected components, and those of each component without its head, and so on; see nesting.h.
#include "ccfg/analysis/graph/nesting.h"

#include "ccfg/analysis/graph/dominators.h"
#include "support/graph.h"

namespace heddle::ccfg::analysis {

Nesting::Nesting(const Program& p)
    : position_(p.locations.size(), none), cycleOf_(p.locations.size(), none), stamp_(p.locations.size(), 0),
      local_(p.locations.size(), 0) {
  std::vector<std::vector<LocId>> ofThread(p.threads.size());
  for (LocId l = 0; l < p.locations.size(); ++l) ofThread[p.locations[l].thread].push_back(l);
  for (const std::vector<LocId>& locations : ofThread) arrange(p, locations, none);
}

// Recursion is as deep as cycles are nested.
void Nesting::arrange(const Program& p, const std::vector<LocId>& locations, uint32_t parent) {
  const uint32_t stamp = ++stamps_;
  for (uint32_t i = 0; i < locations.size(); ++i) {
    stamp_[locations[i]] = stamp;
    local_[locations[i]] = i;
  }
  Graph g(locations.size());
  std::vector<bool> loops(locations.size(), false);
  for (uint32_t i = 0; i < locations.size(); ++i)
    for (EdgeId e : p.out(locations[i])) {
      const LocId to = p.edges[e].to;
      if (halts(p.edges[e]) || stamp_[to] != stamp) continue;
      g[i].push_back(local_[to]);
      loops[i] = loops[i] || to == locations[i];
    }
  const Components components = stronglyConnected(g);
  for (size_t c = components.members.size(); c-- > 0;) { // predecessors first
    std::vector<LocId> members;
    for (uint32_t i : components.members[c]) members.push_back(locations[i]);
    if (members.size() == 1 && !loops[components.members[c][0]]) {
      position_[members[0]] = next_++;
      cycleOf_[members[0]] = parent;
      continue;
    }
    const LocId head = chooseHead(p, members);
    const auto cycle = static_cast<uint32_t>(cycles_.size());
    cycles_.push_back({head, parent, parent == none ? 1 : cycles_[parent].depth + 1});
    position_[head] = next_++;
    cycleOf_[head] = cycle;
    std::erase(members, head);
    arrange(p, members, cycle);
  }
}

LocId Nesting::chooseHead(const Program& p, const std::vector<LocId>& component) const {
  for (LocId l : component) {
    if (p.threads[p.locations[l].thread].entry == l) return l;
    for (EdgeId e : p.in(l)) // those outside that lead here have their place already
      if (!halts(p.edges[e]) && position_[p.edges[e].from] != none) return l;
  }
  return component[0];
}

bool Nesting::contains(uint32_t cycle, LocId l) const {
  for (uint32_t c = cycleOf_[l]; c != none; c = cycles_[c].parent)
    if (c == cycle) return true;
  return false;
}

} // namespace heddle::ccfg::analysis
