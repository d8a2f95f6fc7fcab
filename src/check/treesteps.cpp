// That a tree lacks no step that an execution might make; see treecheck.h.
#include "ccfg/analysis/memory/escape.h"
#include "check/treechecker.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::check {

uint32_t TreeChecker::holder(NodeId n) const {
  const Everyone& all = *known_[n].everyone;
  for (uint32_t k = 1; k <= all.size(); ++k)
    if (p_.locations[all[k - 1].at].atomic) return k;
  return 0;
}

GlobalStep& TreeChecker::step(NodeId n, uint32_t thread, const Edges& edges) {
  return step(n, thread, edges, takenBy(n, thread, edges));
}

GlobalStep& TreeChecker::step(NodeId n, uint32_t thread, const Edges& edges, const Taken& taken) {
  const Everyone* from = known_[n].everyone;
  const auto known = steps_.find({from, thread, edges, taken});
  if (known != steps_.end()) return known->second;
  GlobalStep s = edges.size() == 1 ? GlobalStep(c_, *from, thread, taken)
                                   : step(n, thread, Edges(edges.begin(), edges.end() - 1), taken);
  if (!s.isOver()) s.execute(edges.back());
  return steps_.emplace(std::tuple(from, thread, edges, taken), std::move(s)).first->second;
}

Taken TreeChecker::takenBy(NodeId n, uint32_t thread, const Edges& edges) const {
  for (NodeId x : known_[n].children) {
    const engine::ProofNode& child = tree_.nodes[x];
    if (child.thread == thread && child.edges.size() >= edges.size() &&
        std::equal(edges.begin(), edges.end(), child.edges.begin()))
      return {child.takes, child.reuses};
  }
  return {};
}

void TreeChecker::checkSteps(NodeId n) {
  checkRaces(n);
  checkDeadlock(n);
  const uint32_t only = holder(n);
  for (uint32_t k = 1; k <= known_[n].everyone->size(); ++k) {
    if (only != 0 && only != k) continue;
    for (ccfg::EdgeId e : p_.out(standing(n, k))) {
      const bool isTaken = std::ranges::any_of(known_[n].children, [&](NodeId x) {
        return tree_.nodes[x].thread == k && tree_.nodes[x].edges[0] == e;
      });
      if (!isTaken && mayBeLeftOut(n, k, e))
        ++result_.leftOut;
      else
        follow(n, k, {e});
    }
  }
}

// By the node itself, and by all that it stands for.
bool TreeChecker::mayBeLeftOut(NodeId n, uint32_t thread, ccfg::EdgeId e) {
  return commutesWithLast(n, thread, e) &&
         std::ranges::all_of(known_[n].covered, [&](NodeId x) { return commutesWithLast(x, thread, e); });
}

bool TreeChecker::commutesWithLast(NodeId n, uint32_t thread, ccfg::EdgeId e) {
  const engine::ProofNode& node = tree_.nodes[n];
  if (node.parent == ccfg::none || thread >= node.thread) return false;
  if (holder(node.parent) != 0) return false;
  const GlobalStep& last = step(node.parent, node.thread, node.edges);
  if (last.starts(thread)) return false; // it was not there before
  const GlobalStep& next = step(node.parent, thread, {e});
  const auto isLocal = [&](ccfg::EdgeId x) { return problem_.facts.escape().isLocal(x); };
  const auto meet = meeting(c_, last, next, endsOf(e), isLocal);
  if (!meet) return false;
  std::vector<Term> query = last.path();
  query.push_back(*meet);
  return isImpossible(node.parent, query);
}

// Where the instance may stop after this edge.
std::vector<ccfg::LocId> TreeChecker::endsOf(ccfg::EdgeId e) const {
  std::vector<ccfg::LocId> all = {p_.edges[e].to};
  for (size_t i = 0; i < all.size(); ++i) {
    if (!middles_[all[i]]) continue;
    for (ccfg::EdgeId next : p_.out(all[i]))
      if (std::ranges::find(all, p_.edges[next].to) == all.end()) all.push_back(p_.edges[next].to);
  }
  std::erase_if(all, [&](ccfg::LocId l) { return middles_[l]; });
  return all;
}

// The step that begins with these edges is safe, and there is a child for each way that it may go on.
void TreeChecker::follow(NodeId n, uint32_t thread, const Edges& edges) {
  const GlobalStep& s = step(n, thread, edges);
  checkHazards(n, s, edges.size() > 1);
  if (s.isOver()) return;
  bool goesOn = false;
  for (NodeId x : known_[n].children) {
    const engine::ProofNode& child = tree_.nodes[x];
    if (child.thread != thread) continue;
    if (child.edges == edges) return;
    goesOn = goesOn || (child.edges.size() > edges.size() &&
                        std::equal(edges.begin(), edges.end(), child.edges.begin()));
  }
  if (isImpossible(n, s.path())) return;
  // Where nobody ever stops, and no child goes on, every way on may end the execution.
  if (!goesOn && !mayGoThrough(edges))
    reject(n, fmt::format("it has no child for thread {} at edge {}", thread, fmt::join(edges, ", ")));
  goThrough(n, thread, edges);
}

bool TreeChecker::mayGoThrough(const Edges& edges) const {
  const ccfg::LocId to = p_.edges[edges.back()].to;
  const auto leaves = [&](ccfg::EdgeId e) { return p_.edges[e].from == to; };
  const auto isLocal = [&](ccfg::EdgeId e) { return problem_.facts.escape().isLocal(e); };
  const auto& out = p_.out(to);
  return !stops_[to] && !out.empty() && std::ranges::none_of(edges, leaves) &&
         std::ranges::all_of(out, isLocal);
}

void TreeChecker::goThrough(NodeId n, uint32_t thread, const Edges& edges) {
  const ccfg::LocId middle = p_.edges[edges.back()].to;
  std::vector<Term> waiting = step(n, thread, edges).path();
  bool exact = true;
  for (ccfg::EdgeId e : p_.out(middle)) {
    if (!problem_.facts.escape().isLocal(e))
      reject(n, fmt::format("other threads may notice edge {}, which is in the middle of a step", e));
    Edges longer = edges;
    longer.push_back(e);
    waiting.push_back(blocked(step(n, thread, longer), exact));
  }
  if (!isImpossible(n, waiting)) {
    if (!exact) leaveOpen("a step may wait for an input in its middle");
    reject(n, fmt::format("a step may wait in its middle, after edge {}", edges.back()));
  }
  for (ccfg::EdgeId e : p_.out(middle)) {
    Edges longer = edges;
    longer.push_back(e);
    follow(n, thread, longer);
  }
}

} // namespace heddle::check
