// Fewer, larger steps: an edge and the silent ones behind it become one. See derived.h.
//
// Silent edges stand behind others, never before: a thread that is about to access memory, or waits, then
// stands at a location that the original has too, and a race or a deadlock is there as well.
#include "ccfg/transform/copier.h"

#include <algorithm>

namespace heddle::ccfg::transform {

namespace {

class Chains {
public:
  Chains(const Program& p, const std::set<LocId>& keep) : p_(p) {
    std::set<LocId> ends = keep;
    for (const Thread& t : p.threads) ends.insert({t.entry, t.exit});
    for (LocId l = 0; l < p.locations.size(); ++l)
      if (!ends.contains(l) && isInside(l)) inside_.insert(l);
  }

  const std::set<LocId>& inside() const { return inside_; }

  std::vector<EdgeId> from(EdgeId e) const {
    std::vector<EdgeId> chain = {e};
    while (inside_.contains(p_.edges[chain.back()].to)) chain.push_back(p_.out(p_.edges[chain.back()].to)[0]);
    return chain;
  }

private:
  // One way in and one way on, which is silent. Whether the edge before is in an atomic section depends on
  // its ends, so that the silent edge must not change that.
  bool isInside(LocId l) const {
    if (p_.in(l).size() != 1 || p_.out(l).size() != 1) return false;
    const Edge& before = p_.edges[p_.in(l)[0]];
    const Edge& after = p_.edges[p_.out(l)[0]];
    const bool ends = !before.ops.empty() && std::holds_alternative<Halt>(before.ops.back());
    return isSilent(after) && !ends && p_.locations[l].atomic == p_.locations[after.to].atomic;
  }

  const Program& p_;
  std::set<LocId> inside_;
};

} // namespace

// A cycle of locations inside of chains has no way in: no chain begins there, and it is left out.
Derived mergeEdges(const Program& p, const std::set<LocId>& keep) {
  const Chains chains(p, keep);
  Copier copier(p);
  copier.copyAllButEdges(chains.inside());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    if (!chains.inside().contains(p.edges[e].from))
      copier.addChain(p.locations[p.edges[e].from].thread, chains.from(e));
  return copier.finish();
}

} // namespace heddle::ccfg::transform
