// See nestedlocks.h.
#include "ccfg/analysis/locks/nestedlocks.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

void NestedLocks::acquire(uint32_t lock, bool exclusive) {
  for (HeldLock& h : held_) h.history.insert(lock);
  releaseIf([&](uint32_t l) { return l == lock; });
  held_.insert(std::ranges::lower_bound(held_, lock, {}, &HeldLock::lock), {lock, exclusive, {}});
}

const HeldLock* NestedLocks::find(uint32_t lock) const {
  const auto at = std::ranges::lower_bound(held_, lock, {}, &HeldLock::lock);
  return at != held_.end() && at->lock == lock ? &*at : nullptr;
}

bool NestedLocks::meet(const NestedLocks& o) {
  std::vector<HeldLock> both;
  for (const HeldLock& h : held_)
    if (const HeldLock* other = o.find(h.lock)) {
      both.push_back(h);
      both.back().exclusive = h.exclusive && other->exclusive;
      both.back().history.intersect(other->history);
    }
  const bool changed = both != held_;
  held_ = std::move(both);
  return changed;
}

bool NestedLocks::exclude(const NestedLocks& o) const {
  for (const HeldLock& h : held_)
    for (const HeldLock& k : o.held_) {
      if (h.lock == k.lock) {
        if (h.exclusive || k.exclusive) return true;
        continue;
      }
      // Each got the other's lock after its own: then each had to come first.
      if (h.exclusive && k.exclusive && h.history.test(k.lock) && k.history.test(h.lock)) return true;
    }
  return false;
}

} // namespace heddle::ccfg::analysis
