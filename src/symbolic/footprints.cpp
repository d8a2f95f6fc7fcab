#include "symbolic/footprints.h"

#include <algorithm>

namespace heddle::symbolic {

std::optional<MemoryAccess> accessOf(const ccfg::Operation& op) {
  if (const auto* l = std::get_if<ccfg::Load>(&op)) return MemoryAccess{l->addr, l->bytes};
  if (const auto* s = std::get_if<ccfg::Store>(&op)) return MemoryAccess{s->addr, s->bytes};
  return std::nullopt;
}

std::vector<std::vector<Footprint>> footprintsOf(const ccfg::Program& p,
                                                 const ccfg::analysis::PointsTo& pointsTo) {
  std::vector<std::vector<Footprint>> footprints(p.objects.size());
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto access = accessOf(op))
        for (const auto& t : pointsTo.targets(access->address)) {
          const Footprint f{t.offsets, access->bytes};
          auto& all = footprints[t.object];
          if (std::ranges::find(all, f) == all.end()) all.push_back(f);
        }
  return footprints;
}

} // namespace heddle::symbolic
