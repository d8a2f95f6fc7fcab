// Numbers loads and stores; see loadsources.h.
#include "engines/modular/loadsources.h"

#include "fixpoint/thresholds.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::analysis::OrderFrom;

Sites::Sites(const ccfg::Program& p, const Memory& memory, const ccfg::analysis::Loops& loops)
    : storeOf_(p.edges.size()), loadOf_(p.edges.size()), storesTo_(memory.cells().size()) {
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    const ccfg::Edge& edge = p.edges[e];
    const ccfg::ThreadId thread = p.locations[edge.from].thread;
    storeOf_[e].assign(edge.ops.size(), ccfg::none);
    loadOf_[e].assign(edge.ops.size(), ccfg::none);
    for (size_t i = 0; i < edge.ops.size(); ++i) {
      const std::vector<CellId>& cells = memory.of(e, i);
      if (cells.empty()) continue;
      if (std::holds_alternative<ccfg::Load>(edge.ops[i])) {
        if (!memory.isExact(cells) || !memory.cells()[cells[0]].shared) continue;
        loadOf_[e][i] = static_cast<LoadId>(loads_.size());
        loads_.push_back({e, thread, cells[0], loops.edgeInCycle(e),
                          !loops.edgeInCycle(e) && !p.threads[thread].repeatable});
        continue;
      }
      const bool exact = memory.isExact(cells) && std::holds_alternative<ccfg::Store>(edge.ops[i]);
      storeOf_[e][i] = static_cast<StoreId>(stores_.size());
      for (CellId c : cells) storesTo_[c].push_back(storeOf_[e][i]);
      stores_.push_back({e, thread, cells, exact, !loops.edgeInCycle(e) && !p.threads[thread].repeatable});
    }
  }
}

std::vector<StoreId> Sites::foreignStoresTo(CellId c, ccfg::ThreadId reader, const ccfg::Program& p) const {
  std::vector<StoreId> result;
  for (StoreId s : storesTo_[c])
    if (stores_[s].thread != reader || p.threads[reader].repeatable) result.push_back(s);
  return result;
}

namespace {

// The constants that conditions mention.
domains::Thresholds thresholdsOf(const ccfg::Program& p) {
  fixpoint::ThresholdCollector collector;
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops) {
      if (const auto* assume = std::get_if<ccfg::Assume>(&op)) collector.add(assume->cond);
      if (const auto* check = std::get_if<ccfg::Assert>(&op)) collector.add(check->cond);
    }
  return collector.thresholds();
}

std::vector<BitSet> cellsLoadedLater(const ccfg::Program& p, const Memory& memory) {
  std::vector<BitSet> later(p.locations.size(), BitSet(memory.cells().size()));
  std::vector<ccfg::LocId> work;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (size_t i = 0; i < p.edges[e].ops.size(); ++i)
      if (std::holds_alternative<ccfg::Load>(p.edges[e].ops[i]))
        for (CellId c : memory.of(e, i)) later[p.edges[e].from].set(c);
  for (ccfg::LocId l = 0; l < p.locations.size(); ++l) work.push_back(l);
  while (!work.empty()) {
    const ccfg::LocId l = work.back();
    work.pop_back();
    for (EdgeId e : p.in(l))
      if (later[p.edges[e].from].unite(later[l])) work.push_back(p.edges[e].from);
  }
  return later;
}

} // namespace

Facts::Facts(const ccfg::analysis::Facts& known)
    : known(known), program(known.program()), pointsTo(known.pointsTo()), escape(known.escape()),
      mhb(known.mhb(OrderFrom::Waits)), locksets(known.locksets(OrderFrom::Waits)),
      liveness(known.liveness()), nesting(known.nesting()), loops(known.loops()), handles(known.handles()),
      wordLocks(known.wordLocks(OrderFrom::Waits)), mutexes(known.mutexes(OrderFrom::Waits)),
      memory(program, pointsTo, escape, mhb), sites(program, memory, loops),
      loadedLater(cellsLoadedLater(program, memory)), thresholds(thresholdsOf(program)) {}

} // namespace heddle::modular
