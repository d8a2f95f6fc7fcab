// Solves the constraints of points-to; see pointsto_solver.h.
#include "ccfg/analysis/memory/pointsto_solver.h"

namespace heddle::ccfg::analysis {

PointsToSolver::PointsToSolver(const Program& p, const std::vector<ObjectId>& abstractOf)
    : program_(p), constraints_(p, abstractOf), nodes_(constraints_.nodeCount), memory_(p.objects.size()) {
  for (const auto& f : constraints_.flows) {
    Move move = f.distance == Offsets::exact(0) ? Move::No : f.distance.isAny() ? Move::Somewhere : Move::By;
    nodes_[f.from].flows.push_back({f.to, move, f.distance});
  }
  for (const auto& l : constraints_.loads) nodes_[l.address].loads.push_back({l.dst, l.bytes, l.whole});
  for (uint32_t i = 0; i < constraints_.stores.size(); ++i) {
    const auto& s = constraints_.stores[i];
    nodes_[s.address].storesThrough.push_back(i);
    if (s.value != none) nodes_[s.value].storesOf.push_back(i);
  }
  for (const auto& i : constraints_.initials) addMemoryFlow(i.value, cell(i.place, i.bytes), true);
  for (const auto& s : constraints_.seeds) {
    SparseBits one;
    one.insert(number(s.target));
    add(s.node, one);
  }
}

PointsToSolver::NodeId PointsToSolver::newNode() {
  nodes_.emplace_back();
  return static_cast<NodeId>(nodes_.size() - 1);
}

PointsToSolver::TargetId PointsToSolver::number(const Target& t) {
  auto& known = memory_[t.object].targets;
  auto find = [&](const Offsets& offsets) -> const TargetId* {
    for (const auto& [o, id] : known)
      if (o == offsets) return &id;
    return nullptr;
  };
  if (const TargetId* id = find(t.offsets)) return *id;
  Offsets offsets = known.size() < maxTargets ? t.offsets : Offsets::any();
  if (const TargetId* id = find(offsets)) return *id;
  known.emplace_back(offsets, static_cast<TargetId>(targets_.size()));
  targets_.push_back({t.object, offsets});
  return known.back().second;
}

void PointsToSolver::solve() {
  while (!worklist_.empty()) {
    NodeId n = worklist_.front();
    worklist_.pop_front();
    nodes_[n].queued = false;
    process(n);
  }
}

SparseBits PointsToSolver::moved(const SparseBits& targets, const Flow& f) {
  SparseBits result;
  targets.forEach([&](TargetId id) {
    Target t = targets_[id];
    t.offsets = f.move == Move::Somewhere ? Offsets::any() : t.offsets + f.distance;
    result.insert(number(t));
  });
  return result;
}

void PointsToSolver::add(NodeId n, const SparseBits& targets) {
  Node& node = nodes_[n];
  if (!node.all.unite(targets, node.pending) || node.queued) return;
  node.queued = true;
  worklist_.push_back(n);
}

void PointsToSolver::addFlow(NodeId from, Flow flow) {
  nodes_[from].flows.push_back(flow);
  SparseBits now = nodes_[from].all; // a copy: the flow may lead back
  add(flow.to, flow.move == Move::No ? now : moved(now, flow));
}

void PointsToSolver::addMemoryFlow(NodeId from, NodeId to, bool whole) {
  uint64_t key = static_cast<uint64_t>(from) << 33 | static_cast<uint64_t>(to) << 1 | (whole ? 1 : 0);
  if (memoryFlows_.insert(key).second)
    addFlow(from, {to, whole ? Move::No : Move::Somewhere, Offsets::any()});
}

void PointsToSolver::process(NodeId n) {
  Node& node = nodes_[n];
  SparseBits pending = std::move(node.pending);
  node.pending = SparseBits();
  if (!node.carries) {
    node.carries = true;
    for (uint32_t id : node.storesOf) {
      const auto& s = constraints_.stores[id];
      SparseBits places = nodes_[s.address].all;
      places.forEach([&](TargetId t) { addMemoryFlow(s.value, cell(targets_[t], s.bytes), true); });
    }
  }
  SparseBits somewhere;
  for (const Flow& f : node.flows) {
    if (f.move == Move::Somewhere && somewhere.empty()) somewhere = moved(pending, f);
    add(f.to, f.move == Move::No ? pending : f.move == Move::Somewhere ? somewhere : moved(pending, f));
  }
  for (const LoadFrom& l : node.loads)
    pending.forEach([&](TargetId t) { addMemoryFlow(view(targets_[t], l.bytes), l.dst, l.whole); });
  for (uint32_t id : node.storesThrough) {
    const auto& s = constraints_.stores[id];
    pending.forEach([&](TargetId t) {
      noteStore(targets_[t], s.bytes);
      if (s.value != none && nodes_[s.value].carries)
        addMemoryFlow(s.value, cell(targets_[t], s.bytes), true);
    });
  }
}

// ---- memory

namespace {

template <typename Cells>
auto* findCell(Cells& cells, const Offsets& offsets, unsigned bytes) {
  for (auto& c : cells)
    if (c.bytes == bytes && c.offsets == offsets) return &c;
  return static_cast<decltype(cells.data())>(nullptr);
}

} // namespace

PointsToSolver::NodeId PointsToSolver::cell(const Target& t, unsigned bytes) {
  Memory& m = memory_[t.object];
  if (const Cell* known = findCell(m.cells, t.offsets, bytes)) return known->node;
  Offsets offsets = m.cells.size() < maxCells ? t.offsets : Offsets::any();
  if (const Cell* known = findCell(m.cells, offsets, bytes)) return known->node;
  m.cells.push_back({offsets, bytes, newNode()});
  Cell c = m.cells.back();
  for (const Cell& v : m.views) connect(c, v);
  return c.node;
}

PointsToSolver::NodeId PointsToSolver::view(const Target& t, unsigned bytes) {
  Memory& m = memory_[t.object];
  if (const Cell* known = findCell(m.views, t.offsets, bytes)) return known->node;
  Offsets offsets = m.views.size() < maxCells ? t.offsets : Offsets::any();
  if (const Cell* known = findCell(m.views, offsets, bytes)) return known->node;
  Cell v{offsets, bytes, newNode()};
  for (const Cell& s : m.stores) v.torn = v.torn || overlapsPart(s, v);
  m.views.push_back(v);
  for (const Cell& c : m.cells) connect(c, v);
  return v.node;
}

void PointsToSolver::noteStore(const Target& t, unsigned bytes) {
  Memory& m = memory_[t.object];
  if (findCell(m.stores, t.offsets, bytes) != nullptr) return;
  Cell s{m.stores.size() < maxCells ? t.offsets : Offsets::any(), bytes};
  if (findCell(m.stores, s.offsets, bytes) != nullptr) return;
  m.stores.push_back(s);
  for (Cell& v : m.views) {
    if (v.torn || !overlapsPart(s, v)) continue;
    v.torn = true;
    for (const Cell& c : m.cells) connect(c, v);
  }
}

bool PointsToSolver::overlapsPart(const Cell& a, const Cell& b) {
  return overlap(a.offsets, a.bytes, b.offsets, b.bytes) &&
         (a.bytes != b.bytes || !overlapIsTotal(a.offsets, b.offsets, a.bytes));
}

void PointsToSolver::connect(const Cell& cell, const Cell& view) {
  if (overlap(cell.offsets, cell.bytes, view.offsets, view.bytes))
    addMemoryFlow(cell.node, view.node, !view.torn && !overlapsPart(cell, view));
}

// ---- results

TargetSet PointsToSolver::setOf(const SparseBits& targets) const {
  TargetSet result;
  targets.forEach([&](TargetId t) { result.insert(targets_[t]); });
  return result;
}

std::vector<TargetSet> PointsToSolver::takeSets(std::vector<uint32_t>& ofRegister,
                                                std::unordered_map<Term, uint32_t>& ofTerm) {
  std::vector<TargetSet> sets;
  std::unordered_multimap<size_t, std::pair<NodeId, uint32_t>>
      known; // by hash: a node with the set, its number
  auto intern = [&](NodeId node) {
    NodeId n = constraints_.find(node);
    size_t hash = nodes_[n].all.hash();
    auto [first, last] = known.equal_range(hash);
    for (auto i = first; i != last; ++i)
      if (nodes_[i->second.first].all == nodes_[n].all) return i->second.second;
    auto id = static_cast<uint32_t>(sets.size());
    known.emplace(hash, std::pair(n, id));
    sets.push_back(setOf(nodes_[n].all));
    return id;
  };
  for (NodeId r = 0; r < program_.terms->symbolCount(); ++r) ofRegister.push_back(intern(r));
  for (const auto& [term, node] : constraints_.terms()) ofTerm.emplace(term, intern(node));
  return sets;
}

std::vector<TargetSet> PointsToSolver::takeContents() {
  std::vector<TargetSet> result(memory_.size());
  for (size_t o = 0; o < memory_.size(); ++o) {
    SparseBits all, ignored;
    for (const Cell& c : memory_[o].cells) all.unite(nodes_[c.node].all, ignored);
    result[o] = setOf(all);
  }
  return result;
}

} // namespace heddle::ccfg::analysis
