// Fewer, larger steps: edges in a straight line become one, as long as nobody can tell. See derived.h.
//
// What a thread computes depends on nothing that others do, so it may as well come right before its next
// effect, or right behind its last one. Four things must stay to be seen:
// - a wait: only the first edge of a line may wait, or it would take back what came before it;
// - a choice: it is made before the thread waits, and a thread that is about to access memory at an address
//   that it still has to choose is about to access none;
// - the place of a thread that has not moved yet: another may have started it in an atomic section, and is
//   about to access what only the second edge of the new thread accesses;
// - whether an access is in an atomic section, which its edge's ends decide.
#include "ccfg/transform/copier.h"

#include <algorithm>
#include <map>

namespace heddle::ccfg::transform {

namespace {

template <typename Op>
bool has(const Edge& e) {
  return std::ranges::any_of(e.ops, [](const Operation& op) { return std::holds_alternative<Op>(op); });
}

class Lines {
public:
  Lines(const Program& p, const std::set<LocId>& keep) : p_(p), ends_(keep) {
    for (const Thread& t : p.threads) ends_.insert({t.entry, t.exit}), entries_.insert(t.entry);
    std::vector<EdgeId> work;
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      if (!isInside(p.edges[e].from)) work.push_back(e);
    while (!work.empty()) {
      const EdgeId first = work.back();
      work.pop_back();
      std::vector<EdgeId> line = from(first);
      const LocId end = p.edges[line.back()].to;
      if (isInside(end)) work.push_back(p.out(end)[0]);
      lines_.emplace(first, std::move(line));
    }
  }

  const std::map<EdgeId, std::vector<EdgeId>>& all() const { return lines_; }

  std::set<LocId> gone() const {
    std::set<LocId> gone;
    for (LocId l = 0; l < p_.locations.size(); ++l)
      if (isInside(l) && !lines_.contains(p_.out(l)[0])) gone.insert(l);
    return gone;
  }

private:
  bool isInside(LocId l) const { return !ends_.contains(l) && p_.in(l).size() == 1 && p_.out(l).size() == 1; }

  bool joins(EdgeId e) const { // an internal edge
    const Edge& edge = p_.edges[e];
    return isInternal(edge) && p_.locations[edge.from].atomic == p_.locations[edge.to].atomic;
  }

  std::vector<EdgeId> from(EdgeId first) const {
    std::vector<EdgeId> line = {first};
    bool hasMain = !isInternal(p_.edges[first]);
    bool mayHaveMain = !hasMain && !entries_.contains(p_.edges[first].from);
    if (!hasMain && !joins(first)) return line;
    for (bool on = true; on;) {
      const Edge& last = p_.edges[line.back()];
      if (has<Halt>(last) || !isInside(last.to)) break;
      const EdgeId next = p_.out(last.to)[0];
      const Edge& edge = p_.edges[next];
      mayHaveMain = mayHaveMain && !hasMain && !has<Nondet>(last);
      // What a lock's address is, is asked where the thread stands.
      on = !mayWait(edge) && !edge.sync && (joins(next) || (mayHaveMain && !isInternal(edge)));
      hasMain = hasMain || !isInternal(edge);
      if (on) line.push_back(next);
    }
    return line;
  }

  const Program& p_;
  std::set<LocId> ends_, entries_;
  std::map<EdgeId, std::vector<EdgeId>> lines_; // by first edge
};

} // namespace

// A circle of locations inside of lines has no way in: no line begins there, and it is left out.
Derived mergeEdges(const Program& p, const std::set<LocId>& keep) {
  const Lines lines(p, keep);
  Copier copier(p);
  copier.copyAllButEdges(lines.gone());
  for (const auto& [first, line] : lines.all())
    copier.addChain(p.locations[p.edges[first].from].thread, line);
  return copier.finish();
}

} // namespace heddle::ccfg::transform
