// Collects the constraints of a program and solves them; see pointsto_solver.h.
#include "ccfg/analysis/pointsto_solver.h"

#include "ccfg/analysis/pointerterms.h"

namespace heddle::ccfg::analysis {

using logic::Op;

// ---- constraints

PointsToSolver::PointsToSolver(const Program& p) : program_(p) {
  nodes_.resize(p.terms->symbolCount());
  memory_.resize(p.objects.size());
  threadResults_ = newNode();
  for (const Thread& t : p.threads)
    if (t.result != none) addFlow(t.result, threadResults_, Offsets::exact(0));
  for (ObjectId o = 0; o < p.objects.size(); ++o) collectObject(o);
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops) collect(op);
}

void PointsToSolver::collectObject(ObjectId o) {
  for (const InitPiece& piece : program_.objects[o].init)
    if (!piece.value.isConst())
      addFlow(nodeOf(piece.value), cell({o, Offsets::exact(static_cast<int64_t>(piece.offset))}, piece.bytes),
              Offsets::exact(0));
}

void PointsToSolver::collect(const Operation& op) {
  std::visit(Overloaded{
                 [&](const Set& s) {
                   for (const Assignment& a : s.assignments) flow(a.value, a.reg);
                 },
                 [&](const Load& l) {
                   if (!l.addr.isConst()) nodes_[nodeOf(l.addr)].loads.push_back({l.dst, l.bytes});
                 },
                 [&](const Store& s) { addStore(s.addr, s.value, s.bytes); },
                 [&](const Alloc& a) { add(a.dst, {a.site, Offsets::exact(0)}); },
                 [&](const Fork& f) {
                   const Thread& t = program_.threads[f.thread];
                   for (size_t i = 0; i < f.args.size(); ++i) flow(f.args[i], t.params[i]);
                 },
                 [&](const Join& j) {
                   if (j.result == none) return;
                   bool whole = program_.regWidth(j.result) >= program_.pointerWidth();
                   addFlow(threadResults_, j.result, whole ? Offsets::exact(0) : Offsets::any());
                 },
                 [](const auto&) {},
             },
             op);
}

void PointsToSolver::flow(Term from, RegId to) {
  if (!from.isConst()) addFlow(nodeOf(from), to, Offsets::exact(0));
}

void PointsToSolver::addStore(Term address, Term value, unsigned bytes) {
  if (address.isConst()) return;
  StoreTo s{nodeOf(address), value.isConst() ? none : nodeOf(value), bytes};
  auto id = static_cast<uint32_t>(stores_.size());
  stores_.push_back(s);
  nodes_[s.address].storesThrough.push_back(id);
  if (s.value != none) nodes_[s.value].storesOf.push_back(id);
}

PointsToSolver::NodeId PointsToSolver::newNode() {
  nodes_.emplace_back();
  return static_cast<NodeId>(nodes_.size() - 1);
}

PointsToSolver::NodeId PointsToSolver::nodeOf(Term t) {
  auto known = [&](Term u) {
    if (u.op() == Op::Var) return static_cast<NodeId>(u.value());
    auto [i, isNew] = termNodes_.try_emplace(u, 0);
    if (isNew) {
      i->second = newNode();
      unexpanded_.push_back(u);
    }
    return i->second;
  };
  NodeId result = known(t);
  while (!unexpanded_.empty()) { // no recursion: terms may be deep
    Term u = unexpanded_.back();
    unexpanded_.pop_back();
    NodeId n = termNodes_.at(u);
    if (u.op() == Op::Address) add(n, {static_cast<ObjectId>(u.value()), Offsets::exact(0)});
    forEachPointerOperand(u, program_.pointerWidth(),
                          [&](Term operand, Offsets distance) { addFlow(known(operand), n, distance); });
  }
  return result;
}

// ---- solving

void PointsToSolver::solve() {
  while (!worklist_.empty()) {
    NodeId n = worklist_.front();
    worklist_.pop_front();
    nodes_[n].queued = false;
    process(n);
  }
}

void PointsToSolver::add(NodeId n, Target t) {
  Node& node = nodes_[n];
  auto grown = node.all.insert(t);
  if (!grown) return;
  node.pending.push_back(*grown);
  if (node.queued) return;
  node.queued = true;
  worklist_.push_back(n);
}

void PointsToSolver::addFlow(NodeId from, NodeId to, Offsets distance) {
  nodes_[from].flows.push_back({to, distance});
  if (from == to) { // the loop may grow the set it reads
    std::vector<Target> now(nodes_[from].all.begin(), nodes_[from].all.end());
    for (const Target& t : now) add(to, {t.object, t.offsets + distance});
    return;
  }
  for (const Target& t : nodes_[from].all) add(to, {t.object, t.offsets + distance});
}

void PointsToSolver::addMemoryFlow(NodeId from, NodeId to, bool whole) {
  uint64_t key = static_cast<uint64_t>(from) << 33 | static_cast<uint64_t>(to) << 1 | (whole ? 1 : 0);
  if (memoryFlows_.insert(key).second) addFlow(from, to, whole ? Offsets::exact(0) : Offsets::any());
}

void PointsToSolver::process(NodeId n) {
  Node& node = nodes_[n];
  std::vector<Target> pending = std::move(node.pending);
  node.pending.clear();
  if (!node.carries) {
    node.carries = true;
    for (uint32_t s : node.storesOf) {
      std::vector<Target> places(nodes_[stores_[s].address].all.begin(),
                                 nodes_[stores_[s].address].all.end());
      for (const Target& t : places) connectStore(stores_[s], t);
    }
  }
  for (size_t i = 0; i < node.flows.size(); ++i)
    for (const Target& t : pending) add(node.flows[i].to, {t.object, t.offsets + node.flows[i].distance});
  for (const LoadFrom& l : node.loads) {
    bool whole = program_.regWidth(l.dst) >= program_.pointerWidth();
    for (const Target& t : pending) addMemoryFlow(view(t, l.bytes), l.dst, whole);
  }
  for (uint32_t id : node.storesThrough) {
    const StoreTo& s = stores_[id];
    for (const Target& t : pending) {
      noteStore(t, s.bytes);
      if (s.value != none && nodes_[s.value].carries) connectStore(s, t);
    }
  }
}

void PointsToSolver::connectStore(const StoreTo& s, const Target& t) {
  addMemoryFlow(s.value, cell(t, s.bytes), true);
}

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

std::vector<TargetSet> PointsToSolver::takeRegisters() {
  std::vector<TargetSet> result;
  for (size_t r = 0; r < program_.terms->symbolCount(); ++r) result.push_back(std::move(nodes_[r].all));
  return result;
}

std::vector<TargetSet> PointsToSolver::takeContents() {
  std::vector<TargetSet> result(memory_.size());
  for (size_t o = 0; o < memory_.size(); ++o)
    for (const Cell& c : memory_[o].cells)
      for (const Target& t : nodes_[c.node].all) result[o].insert(t);
  return result;
}

} // namespace heddle::ccfg::analysis
