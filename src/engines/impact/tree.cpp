#include "engines/impact/tree.h"

#include "logic/eval.h"

#include <algorithm>

namespace heddle::impact {

namespace {

// Depth first, but one in so many comes from the other end: a loop without end keeps from no violation.
constexpr size_t oldestEvery = 8;

} // namespace

uint64_t valueIn(const Model& model, Term t) {
  return logic::evaluate(t, [&](Term leaf) {
    const auto it = model.find(static_cast<SymbolId>(leaf.value()));
    return it == model.end() ? 0 : it->second;
  });
}

Term Values::get(uint32_t index) const {
  const size_t at = index / chunk;
  return at < chunks_.size() && chunks_[at] ? (*chunks_[at])[index % chunk] : Term();
}

void Values::set(uint32_t index, Term t) {
  const size_t at = index / chunk;
  if (at >= chunks_.size()) chunks_.resize(at + 1);
  auto copy = chunks_[at] ? std::make_shared<Chunk>(*chunks_[at]) : std::make_shared<Chunk>();
  (*copy)[index % chunk] = t;
  chunks_[at] = std::move(copy);
}

NodeId Tree::add(Node n) {
  const auto id = static_cast<NodeId>(nodes_.size());
  if (n.parent != ccfg::none) {
    n.depth = nodes_[n.parent].depth + 1;
    n.hidden = nodes_[n.parent].hidden;
    n.impossible = n.granted || nodes_[n.parent].impossible;
    nodes_[n.parent].children.push_back(id);
  }
  if (n.control >= byControl_.size()) byControl_.resize(n.control + 1);
  byControl_[n.control].push_back(id);
  nodes_.push_back(std::move(n));
  return id;
}

std::vector<NodeId> Tree::pathFrom(NodeId from, NodeId to) const {
  std::vector<NodeId> result;
  for (NodeId n = to; n != from; n = nodes_[n].parent) result.push_back(n);
  result.push_back(from);
  std::ranges::reverse(result);
  return result;
}

NodeId Tree::commonAncestor(NodeId a, NodeId b) const {
  while (a != b) {
    if (nodes_[a].depth >= nodes_[b].depth)
      a = nodes_[a].parent;
    else
      b = nodes_[b].parent;
  }
  return a;
}

void Tree::addConditions(NodeId n, const Granted& granted, std::vector<Term>& to) const {
  for (NodeId x = n; x != ccfg::none; x = nodes_[x].parent)
    if (!nodes_[x].granted || granted.contains(x))
      to.insert(to.end(), nodes_[x].path.begin(), nodes_[x].path.end());
}

void Tree::enqueue(NodeId n) {
  if (nodes_[n].queued) return;
  nodes_[n].queued = true;
  work_.push_back(n);
}

std::optional<NodeId> Tree::next(bool mixed) {
  while (!work_.empty()) {
    const bool oldest = mixed && ++taken_ % oldestEvery == 0;
    const NodeId n = oldest ? work_.front() : work_.back();
    if (oldest)
      work_.pop_front();
    else
      work_.pop_back();
    nodes_[n].queued = false;
    if (nodes_[n].isOpen()) return n;
  }
  return std::nullopt;
}

bool Tree::strengthen(NodeId n, ClauseId c) {
  if (std::ranges::any_of(nodes_[n].label, [&](ClauseId have) {
        return have == c || isSubset(clauses_.literals(have), clauses_.literals(c));
      }))
    return false;
  Label& label = nodes_[n].label;
  std::erase_if(label,
                [&](ClauseId have) { return isSubset(clauses_.literals(c), clauses_.literals(have)); });
  label.insert(std::ranges::lower_bound(label, c), c);
  const std::vector<NodeId> covers = nodes_[n].covers;
  for (NodeId x : covers)
    if (!clauses_.implies(nodes_[x].label, c)) uncover(x);
  return true;
}

void Tree::hide(NodeId n, int change) {
  std::vector<NodeId> work = {n};
  while (!work.empty()) {
    const NodeId x = work.back();
    work.pop_back();
    nodes_[x].hidden = static_cast<unsigned>(static_cast<int>(nodes_[x].hidden) + change);
    work.insert(work.end(), nodes_[x].children.begin(), nodes_[x].children.end());
  }
}

// What the node and its descendants cover must not stay covered by them: who covers is not covered itself.
void Tree::cover(NodeId n, NodeId by) {
  nodes_[n].coveredBy = by;
  nodes_[by].covers.push_back(n);
  ++covered_;
  hide(n, 1);
  std::vector<NodeId> work = {n};
  while (!work.empty()) {
    const NodeId x = work.back();
    work.pop_back();
    const std::vector<NodeId> covers = nodes_[x].covers;
    for (NodeId y : covers) uncover(y);
    work.insert(work.end(), nodes_[x].children.begin(), nodes_[x].children.end());
  }
}

void Tree::uncover(NodeId n) {
  std::erase(nodes_[nodes_[n].coveredBy].covers, n);
  nodes_[n].coveredBy = ccfg::none;
  --covered_;
  hide(n, -1);
  enqueueOpen(n);
}

void Tree::enqueueOpen(NodeId n) {
  std::vector<NodeId> work = {n};
  while (!work.empty()) {
    const NodeId x = work.back();
    work.pop_back();
    if (nodes_[x].coveredBy != ccfg::none) continue;
    if (nodes_[x].isOpen()) enqueue(x);
    work.insert(work.end(), nodes_[x].children.begin(), nodes_[x].children.end());
  }
}

} // namespace heddle::impact
