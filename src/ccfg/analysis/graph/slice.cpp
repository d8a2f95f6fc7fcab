// Backward slicing; see slice.h.
#include "ccfg/analysis/graph/slice.h"

#include "ccfg/analysis/order/blocking.h"

#include <optional>

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

namespace {

// What an edge that is kept needs besides itself.
class Needs {
public:
  Needs(const Program& p, const Dependence& dependence)
      : program_(p), dependence_(dependence), borders_(p.threads.size()) {
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      if (p.locations[p.edges[e].from].atomic != p.locations[p.edges[e].to].atomic)
        borders_[p.locations[p.edges[e].from].thread].push_back(e);
  }

  template <typename F>
  void forEach(EdgeId e, const BitSet* except, F f) const {
    for (EdgeId d : dependence_.control(e)) f(d);
    forEachBesidesControl(e, except, f);
  }

  template <typename F>
  void forEachBesidesControl(EdgeId e, const BitSet* except, F f) const {
    for (const auto& list : {dependence_.registers(e), dependence_.memory(e, except), dependence_.joins(e)})
      for (EdgeId d : list) f(d);
    const Location& from = program_.locations[program_.edges[e].from];
    for (EdgeId sibling : program_.out(program_.edges[e].from))
      f(sibling); // or they would be open when e is not the choice
    if (from.atomic)
      for (EdgeId border : borders_[from.thread]) f(border);
  }

private:
  const Program& program_;
  const Dependence& dependence_;
  std::vector<std::vector<EdgeId>> borders_; // by thread: of its atomic sections
};

} // namespace

BitSet sliceFrom(const Program& p, const std::vector<EdgeId>& criteria, const Dependence& dependence) {
  const Needs needs(p, dependence);
  BitSet slice(p.edges.size());
  std::vector<EdgeId> work;
  auto add = [&](EdgeId e) {
    if (slice.test(e)) return;
    slice.set(e);
    work.push_back(e);
  };
  for (EdgeId e : criteria) add(e);
  while (!work.empty()) {
    EdgeId e = work.back();
    work.pop_back();
    needs.forEach(e, &slice, add);
  }
  return slice;
}

std::vector<BitSet> slicesFrom(const Program& p, const std::vector<EdgeId>& criteria, size_t groups,
                               const Dependence& dependence, const BitSet& independent) {
  const Needs needs(p, dependence);
  std::vector<BitSet> slices(p.edges.size(), BitSet(groups));
  std::vector<std::optional<std::vector<EdgeId>>> needed(p.edges.size()); // as they are asked for
  std::vector<EdgeId> work;
  std::vector<bool> waits(p.edges.size());
  auto add = [&](EdgeId e) {
    if (!waits[e]) work.push_back(e);
    waits[e] = true;
  };
  for (size_t i = 0; i < criteria.size(); ++i) {
    slices[criteria[i]].set(i % groups);
    add(criteria[i]);
  }
  while (!work.empty()) {
    EdgeId e = work.back();
    work.pop_back();
    waits[e] = false;
    if (!needed[e]) {
      needed[e].emplace();
      const auto need = [&](EdgeId d) { needed[e]->push_back(d); };
      needs.forEachBesidesControl(e, nullptr, need);
      for (EdgeId d : dependence.control(e))
        if (!independent.test(d)) need(d);
    }
    for (EdgeId d : *needed[e])
      if (slices[d].unite(slices[e])) add(d);
  }
  return slices;
}

} // namespace heddle::ccfg::analysis
