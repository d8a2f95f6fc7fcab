// Footprints: what accesses may touch of each object, by points-to. Cells (cells.h) put together those that
// may overlap; units (storage.h) are cut where they begin and end.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"

#include <optional>

namespace heddle::symbolic {

struct Footprint {
  ccfg::analysis::Offsets offsets;
  unsigned bytes;
  bool operator==(const Footprint&) const = default;
};

struct MemoryAccess {
  logic::Term address;
  unsigned bytes;
};
std::optional<MemoryAccess> accessOf(const ccfg::Operation& op); // of a load or a store

// By abstract object, each once.
std::vector<std::vector<Footprint>> footprintsOf(const ccfg::Program& p,
                                                 const ccfg::analysis::PointsTo& pointsTo);

} // namespace heddle::symbolic
