// Finds cells; see cells.h.
#include "symbolic/cells.h"

#include "ccfg/analysis/graph/loops.h"

#include <algorithm>
#include <numeric>

namespace heddle::symbolic {

using ccfg::EdgeId;
using ccfg::ObjectId;
using ccfg::analysis::Target;
using ccfg::analysis::TargetSet;

Cells::Cells(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo,
             const ccfg::analysis::Escape& escape)
    : program_(p), pointsTo_(pointsTo), escape_(escape), cellsOfObject_(p.objects.size()),
      accesses_(p.edges.size()) {
  const std::vector<std::vector<Footprint>> footprints = footprintsOf(p, pointsTo);
  const std::vector<bool> onePlace = findSinglePlaces();
  for (ObjectId o = 0; o < p.objects.size(); ++o) makeCells(o, footprints[o], onePlace[o]);
  resolveAccesses();
}

// By object: one instance of it for each thread instance that sees it.
std::vector<bool> Cells::findSinglePlaces() const {
  const ccfg::Program& p = program_;
  std::vector<bool> onePlace = ccfg::analysis::singleInstanceObjects(p, pointsTo_);
  const ccfg::analysis::Loops loops(p);
  std::vector<unsigned> sites(p.objects.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const ccfg::Operation& op : p.edges[e].ops)
      if (const auto* a = std::get_if<ccfg::Alloc>(&op)) {
        const ObjectId o = pointsTo_.abstractOf(a->site);
        // What only its own instance sees is one place there if it is made once.
        onePlace[o] = ++sites[o] == 1 && !loops.edgeInCycle(e) && (onePlace[o] || escape_.isPrivate(o));
      }
  return onePlace;
}

void Cells::makeCells(ObjectId o, const std::vector<Footprint>& footprints, bool onePlace) {
  std::vector<uint32_t> leader(footprints.size());
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](uint32_t i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  for (uint32_t i = 0; i < footprints.size(); ++i)
    for (uint32_t j = 0; j < i; ++j)
      if (ccfg::analysis::overlap(footprints[i].offsets, footprints[i].bytes, footprints[j].offsets,
                                  footprints[j].bytes))
        leader[find(i)] = find(j);
  for (uint32_t i = 0; i < footprints.size(); ++i) {
    if (find(i) != i) continue;
    std::vector<Footprint> together;
    for (uint32_t j = 0; j < footprints.size(); ++j)
      if (find(j) == i) together.push_back(footprints[j]);
    addCell(o, together, onePlace);
  }
}

void Cells::addCell(ObjectId o, const std::vector<Footprint>& together, bool onePlace) {
  Cell c{Cell::Kind::Summary, o, together, together[0].bytes, escape_.isShared(o)};
  if (together.size() == 1 && together[0].offsets.isExact() && onePlace) {
    c.kind = Cell::Kind::Exact;
  } else {
    for (const Footprint& f : together)
      for (const Footprint& g : together)
        if (f.bytes != g.bytes || !ccfg::analysis::overlapIsTotal(f.offsets, g.offsets, f.bytes))
          c.kind = Cell::Kind::Opaque;
  }
  cellsOfObject_[o].push_back(static_cast<CellId>(cells_.size()));
  cells_.push_back(std::move(c));
}

std::vector<CellId> Cells::cellsOf(const TargetSet& targets, unsigned bytes) const {
  std::vector<CellId> result;
  for (const Target& t : targets)
    for (CellId c : cellsOfObject_[t.object]) {
      const auto& parts = cells_[c].footprints;
      if (std::find(parts.begin(), parts.end(), Footprint{t.offsets, bytes}) != parts.end())
        result.push_back(c);
    }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void Cells::resolveAccesses() {
  for (EdgeId e = 0; e < program_.edges.size(); ++e) {
    const auto& ops = program_.edges[e].ops;
    accesses_[e].resize(ops.size());
    for (size_t i = 0; i < ops.size(); ++i) {
      if (const auto access = accessOf(ops[i]))
        accesses_[e][i] = cellsOf(pointsTo_.targets(access->address), access->bytes);
      if (const auto* a = std::get_if<ccfg::Alloc>(&ops[i]))
        accesses_[e][i] = cellsOfObject_[pointsTo_.abstractOf(a->site)];
    }
  }
}

} // namespace heddle::symbolic
