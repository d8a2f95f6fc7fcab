// Backward slicing; see slice.h.
#include "ccfg/analysis/slice.h"

namespace heddle::ccfg::analysis {

namespace {

bool isCriterion(const Operation& op, const Edge& e, PropertySet properties, const Program& p,
                 const Escape& escape) {
  if (const auto* a = std::get_if<Assert>(&op)) return properties.has(a->property);
  bool accesses = isAccess(op) || std::holds_alternative<Free>(op);
  if (properties.has(Property::Memory) && accesses) return true;
  if (properties.has(Property::Race) && accesses)
    return !escape.isLocal(static_cast<EdgeId>(&e - p.edges.data()));
  if (properties.has(Property::Atomicity)) return accesses || std::holds_alternative<Mark>(op);
  return false;
}

} // namespace

std::vector<EdgeId> criteria(const Program& p, PropertySet properties, const Escape& escape) {
  std::vector<EdgeId> result;
  for (EdgeId id = 0; id < p.edges.size(); ++id) {
    const Edge& e = p.edges[id];
    bool found = properties.has(Property::Deadlock) && (mayBlock(p, e.from) || halts(e));
    for (const Operation& op : e.ops) found = found || isCriterion(op, e, properties, p, escape);
    if (found) result.push_back(id);
  }
  return result;
}

BitSet sliceOf(const Program& p, PropertySet properties, const Dependence& dependence, const Escape& escape) {
  return sliceFrom(p, criteria(p, properties, escape), dependence);
}

BitSet sliceFrom(const Program& p, const std::vector<EdgeId>& criteria, const Dependence& dependence) {
  BitSet slice(p.edges.size());
  std::vector<EdgeId> work;
  auto add = [&](EdgeId e) {
    if (slice.test(e)) return;
    slice.set(e);
    work.push_back(e);
  };
  std::vector<bool> keepsSections(p.threads.size());
  auto addSections = [&](ThreadId t) {
    if (keepsSections[t]) return;
    keepsSections[t] = true;
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      if (p.locations[p.edges[e].from].thread == t &&
          p.locations[p.edges[e].from].atomic != p.locations[p.edges[e].to].atomic)
        add(e);
  };
  for (EdgeId e : criteria) add(e);
  while (!work.empty()) {
    EdgeId e = work.back();
    work.pop_back();
    for (const auto& list :
         {dependence.control(e), dependence.registers(e), dependence.memory(e, &slice), dependence.joins(e)})
      for (EdgeId d : list) add(d);
    for (EdgeId sibling : p.out(p.edges[e].from))
      add(sibling); // or they would be open when e is not the choice
    if (p.locations[p.edges[e].from].atomic) addSections(p.locations[p.edges[e].from].thread);
  }
  return slice;
}

} // namespace heddle::ccfg::analysis
