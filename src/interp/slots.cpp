// Linear scan: a register occupies a slot from the first to the last location (in order of ids) where it is
// live. Front ends number locations in the order of the code, so these intervals are nearly as tight as the
// exact interference, at a fraction of its price. Slots of 8 bytes come before those of 4, so that none
// overlap in part.
#include "interp/slots.h"

#include <algorithm>

namespace heddle::interp {

namespace {

struct Interval {
  ccfg::RegId reg;
  ccfg::LocId first, last;
};

// Numbers the intervals so that overlapping ones differ; returns how many numbers it took.
uint32_t colour(std::vector<Interval>& intervals, std::vector<uint32_t>& numberOf) {
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return std::tie(a.first, a.reg) < std::tie(b.first, b.reg);
  });
  std::vector<ccfg::LocId> busyUntil; // by number
  for (const Interval& i : intervals) {
    uint32_t number = 0;
    while (number < busyUntil.size() && busyUntil[number] >= i.first) ++number;
    if (number == busyUntil.size()) busyUntil.push_back(0);
    busyUntil[number] = i.last;
    numberOf[i.reg] = number;
  }
  return static_cast<uint32_t>(busyUntil.size());
}

} // namespace

SlotAssignment assignSlots(const ccfg::Program& p, const ccfg::analysis::Liveness& live) {
  const size_t registers = p.terms->symbolCount();
  std::vector<Interval> intervalOf(registers, Interval{ccfg::none, ccfg::none, 0});
  for (ccfg::LocId l = 0; l < p.locations.size(); ++l)
    for (ccfg::RegId r : live.liveAt(l)) {
      intervalOf[r].reg = r;
      intervalOf[r].first = std::min(intervalOf[r].first, l);
      intervalOf[r].last = std::max(intervalOf[r].last, l);
    }

  SlotAssignment result;
  result.slots.resize(registers);
  std::vector<uint32_t> numberOf(registers, 0);
  for (const ccfg::Thread& t : p.threads) {
    std::vector<Interval> wide, narrow;
    for (ccfg::RegId r : t.registers)
      if (intervalOf[r].reg != ccfg::none) (p.regWidth(r) > 32 ? wide : narrow).push_back(intervalOf[r]);
    const uint32_t wideCount = colour(wide, numberOf), narrowCount = colour(narrow, numberOf);
    for (const Interval& i : wide) result.slots[i.reg] = {numberOf[i.reg] * 8, true};
    for (const Interval& i : narrow) result.slots[i.reg] = {wideCount * 8 + numberOf[i.reg] * 4, false};
    result.slotBytes.push_back(wideCount * 8 + narrowCount * 4);
  }
  return result;
}

} // namespace heddle::interp
