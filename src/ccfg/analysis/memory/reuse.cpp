// Comparisons of pointers that may be stale; see reuse.h.
#include "ccfg/analysis/memory/reuse.h"

#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/order/mhb.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

bool maybeComparesAddresses(Term t, unsigned pointerWidth) {
  using logic::Op;
  if (t.op() != Op::Eq && t.op() != Op::Ult && t.op() != Op::Ule && t.op() != Op::Sub) return false;
  const auto isStatic = [](Term k) { return k.isConst() || k.op() == Op::Address; };
  return t.kid(0).width() == pointerWidth && !isStatic(t.kid(0)) && !isStatic(t.kid(1));
}

namespace {

// Its address may be anywhere but in registers.
std::vector<bool> storedObjects(const Program& p, const PointsTo& pointsTo) {
  std::vector<bool> stored(p.objects.size());
  const auto store = [&](Term value) {
    for (const Target& t : pointsTo.targets(value)) stored[t.object] = true;
  };
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops) {
      if (const auto* s = std::get_if<Store>(&op)) store(s->value);
      if (const auto* f = std::get_if<Fork>(&op)) std::ranges::for_each(f->args, store);
    }
  for (const Thread& t : p.threads)
    if (t.result != none) store(p.regTerm(t.result));
  return stored;
}

} // namespace

std::vector<bool> leavesNoPointer(const Facts& facts) {
  const Program& p = facts.program();
  const PointsTo& pointsTo = facts.pointsTo();
  const std::vector<bool> stored = storedObjects(p, pointsTo);
  std::vector<bool> result(p.edges.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    if (p.edges[e].ops.size() != 1) continue;
    const auto* alloc = std::get_if<Alloc>(&p.edges[e].ops[0]);
    if (alloc == nullptr) continue;
    const ObjectId object = pointsTo.abstractOf(alloc->site);
    const auto holds = [&](RegId r) {
      return r != alloc->dst && pointsTo.targets(p.regTerm(r)).containsObject(object);
    };
    result[e] = !stored[object] && std::ranges::none_of(facts.liveness().liveAt(p.edges[e].to), holds);
  }
  return result;
}

Reuse::Reuse(const Facts& facts)
    : program_(facts.program()), freesOf_(program_.objects.size()), compares_(program_.edges.size()),
      frees_(program_.edges.size()) {
  const Program& p = program_;
  const PointsTo& pointsTo = facts.pointsTo();
  bool any = false;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (const auto* free = std::get_if<Free>(&op))
        for (const Target& t : pointsTo.targets(free->addr)) {
          freesOf_[t.object].push_back(e);
          any = true;
        }
  if (!any) return;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (EdgeId f : freesBefore(pointsTo, e)) {
      if (facts.mhb().orderedBefore(e, f)) continue;
      compares_[e] = frees_[f] = true;
      if (first_ == none) first_ = e;
    }
}

// The Frees of what the edge compares with other memory of its kind: heap and stack stay apart.
std::vector<EdgeId> Reuse::freesBefore(const PointsTo& pointsTo, EdgeId e) const {
  std::vector<EdgeId> frees;
  const auto compare = [&](Term a, Term b) {
    const TargetSet second = pointsTo.targets(b);
    for (const Target& x : pointsTo.targets(a)) {
      const ObjectKind kind = program_.objects[x.object].kind;
      if (kind == ObjectKind::Heap || kind == ObjectKind::Local)
        if (std::any_of(second.begin(), second.end(),
                        [&](const Target& y) { return program_.objects[y.object].kind == kind; }))
          frees.insert(frees.end(), freesOf_[x.object].begin(), freesOf_[x.object].end());
    }
  };
  for (const Operation& op : program_.edges[e].ops)
    forEachTerm(op, [&](Term t) {
      logic::forEachNode(t, [&](Term n) {
        if (!maybeComparesAddresses(n, program_.pointerWidth())) return;
        compare(n.kid(0), n.kid(1));
        compare(n.kid(1), n.kid(0));
      });
    });
  return frees;
}

} // namespace heddle::ccfg::analysis
