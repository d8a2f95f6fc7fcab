// Memory as units: the pieces of each object that accesses tell apart. An object is cut where some access, by
// points-to, may begin or end, so an access is a run of whole units. Neighbours: symbols (a unit of an
// instance is a state symbol), lowering_memory (accesses).
#pragma once

#include "symbolic/footprints.h"

#include <map>

namespace heddle::symbolic {

struct Unit {
  uint64_t offset;
  unsigned bytes; // 1..8
};

class Storage {
public:
  Storage(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo);

  // Sorted and disjoint; bytes that no access touches belong to no unit. Null: there would be too many, and
  // nothing is known of the content.
  const std::vector<Unit>* units(ccfg::ObjectId o, uint64_t size);
  // The objects that one of points-to stands for.
  const std::vector<ccfg::ObjectId>& members(ccfg::ObjectId abstract) const { return members_[abstract]; }

private:
  std::optional<std::vector<Unit>> cut(ccfg::ObjectId o, uint64_t size) const;

  const ccfg::analysis::PointsTo& pointsTo_;
  std::vector<std::vector<ccfg::ObjectId>> members_;
  std::vector<std::vector<Footprint>> footprints_; // by abstract object
  std::map<std::pair<ccfg::ObjectId, uint64_t>, std::optional<std::vector<Unit>>> known_;
};

inline constexpr size_t mostOfOneAccess = 128; // places of an object that one operation may access

// The offsets of the class at which an access of so many bytes lies in an object of this size; nothing if
// they are more than `most`.
std::optional<std::vector<uint64_t>> offsetsIn(const ccfg::analysis::Offsets& offsets, unsigned bytes,
                                               uint64_t size, size_t most);

} // namespace heddle::symbolic
