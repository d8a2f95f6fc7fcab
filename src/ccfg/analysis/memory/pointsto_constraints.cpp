// Collects the constraints of a program and simplifies them; see pointsto_constraints.h.
//
// Simplification: nodes in a cycle of plain copies have one set, and so have a node and its only source. A
// pointer that moves by k each time round a cycle gets the class of all multiples of k at once.
#include "ccfg/analysis/memory/pointsto_constraints.h"

#include "ccfg/analysis/memory/pointerterms.h"
#include "support/graph.h"

namespace heddle::ccfg::analysis {

using logic::Op;

PointsToConstraints::PointsToConstraints(const Program& p, const std::vector<ObjectId>& abstractOf)
    : nodeCount(static_cast<NodeId>(p.terms->symbolCount())), program_(p), abstractOf_(abstractOf) {
  threadResults_ = nodeCount++;
  for (const Thread& t : p.threads)
    if (t.result != none) flows.push_back({t.result, threadResults_, Offsets::exact(0)});
  for (ObjectId o = 0; o < p.objects.size(); ++o)
    for (const InitPiece& piece : p.objects[o].init)
      if (!piece.value.isConst())
        initials.push_back(
            {{o, Offsets::exact(static_cast<int64_t>(piece.offset))}, piece.bytes, nodeOf(piece.value)});
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops) collect(op);

  parent_.resize(nodeCount);
  for (NodeId n = 0; n < nodeCount; ++n) parent_[n] = n;
  mergeCycles();
  mergeCopies();
  useRepresentatives();
  widenCycles();
}

void PointsToConstraints::collect(const Operation& op) {
  std::visit(Overloaded{
                 [&](const Set& s) {
                   for (const Assignment& a : s.assignments) flow(a.value, a.reg);
                 },
                 [&](const ccfg::Load& l) {
                   bool whole = program_.regWidth(l.dst) >= program_.pointerWidth();
                   if (!l.addr.isConst()) loads.push_back({nodeOf(l.addr), l.dst, l.bytes, whole});
                 },
                 [&](const ccfg::Store& s) {
                   if (!s.addr.isConst())
                     stores.push_back({nodeOf(s.addr), s.value.isConst() ? none : nodeOf(s.value), s.bytes});
                 },
                 [&](const Alloc& a) { seeds.push_back({a.dst, {abstractOf_[a.site], Offsets::exact(0)}}); },
                 [&](const Fork& f) {
                   const Thread& t = program_.threads[f.thread];
                   for (size_t i = 0; i < f.args.size(); ++i) flow(f.args[i], t.params[i]);
                 },
                 [&](const Join& j) {
                   if (j.result == none) return;
                   bool whole = program_.regWidth(j.result) >= program_.pointerWidth();
                   flows.push_back({threadResults_, j.result, whole ? Offsets::exact(0) : Offsets::any()});
                 },
                 [](const auto&) {},
             },
             op);
}

void PointsToConstraints::flow(Term from, RegId to) {
  if (!from.isConst()) flows.push_back({nodeOf(from), to, Offsets::exact(0)});
}

PointsToConstraints::NodeId PointsToConstraints::known(Term t) {
  if (t.op() == Op::Var) return static_cast<NodeId>(t.value());
  auto [i, isNew] = termNodes_.try_emplace(t, nodeCount);
  if (isNew) {
    ++nodeCount;
    unexpanded_.push_back(t);
  }
  return i->second;
}

PointsToConstraints::NodeId PointsToConstraints::nodeOf(Term t) {
  NodeId result = known(t);
  while (!unexpanded_.empty()) { // no recursion: terms may be deep
    Term u = unexpanded_.back();
    unexpanded_.pop_back();
    NodeId n = termNodes_.at(u);
    if (u.op() == Op::Address) seeds.push_back({n, {static_cast<ObjectId>(u.value()), Offsets::exact(0)}});
    forEachPointerOperand(u, program_.pointerWidth(), [&](Term operand, Offsets distance) {
      flows.push_back({known(operand), n, distance});
    });
  }
  return result;
}

// ---- simplification

PointsToConstraints::NodeId PointsToConstraints::find(NodeId n) const {
  while (parent_[n] != n) n = parent_[n] = parent_[parent_[n]];
  return n;
}

void PointsToConstraints::mergeCycles() {
  Graph copies(nodeCount);
  for (const Flow& f : flows)
    if (f.distance == Offsets::exact(0)) copies[f.from].push_back(f.to);
  for (const auto& members : stronglyConnected(copies).members)
    for (NodeId n : members) parent_[find(n)] = find(members.front());
}

void PointsToConstraints::mergeCopies() {
  std::vector<NodeId> source(nodeCount, none); // the only one; nodeCount: there are several, or others
  auto add = [&](NodeId n, NodeId from) {
    NodeId& s = source[find(n)];
    s = s == none || s == from ? from : nodeCount;
  };
  for (const Flow& f : flows) {
    bool copies = f.distance == Offsets::exact(0);
    if (!copies || find(f.from) != find(f.to)) add(f.to, copies ? find(f.from) : nodeCount);
  }
  for (const Seed& s : seeds) add(s.node, nodeCount);
  for (const Load& l : loads) add(l.dst, nodeCount);
  for (NodeId n = 0; n < nodeCount; ++n)
    if (find(n) == n && source[n] != none && source[n] != nodeCount && find(source[n]) != n)
      parent_[n] = find(source[n]);
}

void PointsToConstraints::useRepresentatives() {
  for (Flow& f : flows) f = {find(f.from), find(f.to), f.distance};
  std::erase_if(flows, [](const Flow& f) { return f.from == f.to && f.distance == Offsets::exact(0); });
  for (Seed& s : seeds) s.node = find(s.node);
  for (Load& l : loads) {
    l.address = find(l.address);
    l.dst = find(l.dst);
  }
  for (Store& s : stores) {
    s.address = find(s.address);
    if (s.value != none) s.value = find(s.value);
  }
  for (Initial& i : initials) i.value = find(i.value);
}

void PointsToConstraints::widenCycles() {
  Graph all(nodeCount);
  for (const Flow& f : flows) all[f.from].push_back(f.to);
  Components components = stronglyConnected(all);
  for (Flow& f : flows)
    if (f.distance.isExact() && f.distance.residue != 0 && components.of[f.from] == components.of[f.to])
      f.distance = join(Offsets::exact(0), f.distance);
}

} // namespace heddle::ccfg::analysis
