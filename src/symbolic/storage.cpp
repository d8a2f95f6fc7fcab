// Cuts objects into units; see storage.h.
#include "symbolic/storage.h"

#include <algorithm>
#include <set>

namespace heddle::symbolic {

using ccfg::ObjectId;
using ccfg::analysis::Offsets;

namespace {

constexpr size_t mostPlaces = 4096; // accesses of an object at different places, by all operations

} // namespace

Storage::Storage(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo)
    : pointsTo_(pointsTo), members_(p.objects.size()), footprints_(footprintsOf(p, pointsTo)) {
  for (ObjectId o = 0; o < p.objects.size(); ++o) members_[pointsTo.abstractOf(o)].push_back(o);
}

const std::vector<Unit>* Storage::units(ObjectId o, uint64_t size) {
  auto [it, isNew] = known_.try_emplace({o, size});
  if (isNew) it->second = cut(o, size);
  return it->second ? &*it->second : nullptr;
}

std::optional<std::vector<uint64_t>> offsetsIn(const Offsets& offsets, unsigned bytes, uint64_t size,
                                               size_t most) {
  std::vector<uint64_t> result;
  if (bytes > size) return result;
  const uint64_t last = size - bytes;
  if (offsets.isExact()) {
    if (offsets.residue >= 0 && static_cast<uint64_t>(offsets.residue) <= last)
      result.push_back(static_cast<uint64_t>(offsets.residue));
    return result;
  }
  for (auto at = static_cast<uint64_t>(offsets.residue); at <= last; at += offsets.stride) {
    if (result.size() >= most) return std::nullopt;
    result.push_back(at);
  }
  return result;
}

std::optional<std::vector<Unit>> Storage::cut(ObjectId o, uint64_t size) const {
  std::set<uint64_t> cuts;
  std::set<std::pair<uint64_t, uint64_t>> covered; // from, to
  for (const auto& [offsets, bytes] : footprints_[pointsTo_.abstractOf(o)]) {
    const auto places = offsetsIn(offsets, bytes, size, mostOfOneAccess);
    if (!places || covered.size() + places->size() > mostPlaces) return std::nullopt;
    for (uint64_t at : *places) {
      cuts.insert({at, at + bytes});
      covered.insert({at, at + bytes});
    }
  }
  std::vector<Unit> units;
  uint64_t end = 0; // of what is covered so far
  auto next = covered.begin();
  for (auto it = cuts.begin(); it != cuts.end() && std::next(it) != cuts.end(); ++it) {
    for (; next != covered.end() && next->first <= *it; ++next) end = std::max(end, next->second);
    if (*it < end) units.push_back({*it, static_cast<unsigned>(*std::next(it) - *it)});
  }
  return units;
}

} // namespace heddle::symbolic
