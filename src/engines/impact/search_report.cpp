// What a search tells of itself: its extent, and numbers.
#include "engines/impact/search.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::impact {

std::string Search::extent() const {
  size_t done = 0;
  NodeId deepest = 0;
  for (NodeId n = 0; n < tree_.size(); ++n) {
    done += !tree_.at(n).isOpen();
    if (tree_.at(n).isOpen() && tree_.at(n).depth >= tree_.at(deepest).depth) deepest = n;
  }
  std::string result = fmt::format("a tree of {} nodes, {} of them expanded or covered", tree_.size(), done);
  if (deepest == 0) return result;
  result += fmt::format("; the deepest open one is {} steps down, where", tree_.at(deepest).depth);
  const Control& control = controls_.of(tree_.at(deepest).control);
  for (uint32_t s = 0; s < control.size(); ++s) {
    const auto& out = p_.out(control[s].location);
    result += fmt::format("{} thread {} is at {}", s > 0 ? "," : "", s + 1,
                          out.empty() ? "its end" : p_.posString(p_.edges[out.front()].pos));
  }
  return result;
}

void Search::statistics(Statistics& s) const {
  size_t edges = 0; // of the model, merged into blocks or not
  for (NodeId n = 1; n < tree_.size(); ++n) edges += std::max<size_t>(1, tree_.at(n).in->edges.size());
  s.set("impact.nodes", static_cast<double>(tree_.size()));
  s.set("impact.edges", static_cast<double>(edges));
  s.set("impact.impossible", static_cast<double>(impossible_));
  s.set("impact.covered", static_cast<double>(tree_.covered()));
  s.set("impact.coveredByForce", static_cast<double>(forced_));
  s.set("impact.coverExpansions", static_cast<double>(coverExpansions_));
  s.set("impact.controls", static_cast<double>(controls_.size()));
  refiner_.statistics(s);
  s.set("impact.implications.syntactic", static_cast<double>(clauses_.counts().syntactic));
  s.set("impact.implications.table", static_cast<double>(clauses_.counts().table));
  s.set("impact.implications.solver", static_cast<double>(clauses_.counts().solver));
  s.set("impact.slotsTaken", lessons_.takes ? 1 : 0);
  s.set("impact.trees", static_cast<double>(lessons_.trees));
  s.set("impact.queries", static_cast<double>(lessons_.queries + prover_.queries()));
}

} // namespace heddle::impact
