#include "engines/predict/locks.h"

#include <algorithm>

namespace heddle::predict {

namespace {

using trace::Event;
using trace::EventKind;
using trace::SiteKind;

bool acquires(SiteKind k, const Event& e) {
  const bool does = k == SiteKind::Lock || k == SiteKind::TryLock || k == SiteKind::WaitAcquire;
  return does && (e.value == 0 || k == SiteKind::WaitAcquire);
}
bool releases(SiteKind k) { return k == SiteKind::Unlock || k == SiteKind::WaitRelease; }

} // namespace

LockHistories::LockHistories(const trace::Trace& trace) : changes_(trace.threads.size()) {
  std::map<State, size_t> numbers = {{{}, 0}};
  for (size_t t = 0; t < trace.threads.size(); ++t) {
    changes_[t].push_back({0, {}, 0});
    State now;
    std::map<uint64_t, unsigned> depth; // recursive locks
    const std::vector<Event>& events = trace.threads[t].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const Event& e = events[i];
      if (e.kind != EventKind::Sync) continue;
      const SiteKind k = trace.site(e).kind;
      if (acquires(k, e) && depth[e.address]++ == 0) {
        for (auto& [lock, since] : now) since.insert(e.address);
        now[e.address];
      } else if (releases(k) && depth[e.address] > 0 && --depth[e.address] == 0) {
        now.erase(e.address);
      } else {
        continue;
      }
      changes_[t].push_back({i, now, numbers.try_emplace(now, numbers.size() + 1).first->second});
    }
  }
}

size_t LockHistories::changeAt(trace::EventRef e) const {
  const std::vector<Change>& all = changes_[e.thread];
  const auto after = std::lower_bound(all.begin() + 1, all.end(), e.event,
                                      [](const Change& c, uint32_t n) { return c.event < n; });
  return static_cast<size_t>(after - all.begin()) - 1;
}

bool LockHistories::compatible(const State& a, const State& b) {
  for (const auto& [lock, since] : a) {
    if (b.contains(lock)) return false;
    for (const auto& [other, otherSince] : b)
      if (since.contains(other) && otherSince.contains(lock)) return false; // each acquired the other's later
  }
  return true;
}

bool LockHistories::mayInterrupt(trace::EventRef first, trace::EventRef remote,
                                 trace::EventRef second) const {
  const State& other = changes_[remote.thread][changeAt(remote)].state;
  for (size_t i = changeAt(first); i <= changeAt(second); ++i)
    if (compatible(changes_[first.thread][i].state, other)) return true;
  return false;
}

bool LockHistories::mayMeet(trace::EventRef a, trace::EventRef b) const {
  return compatible(changes_[a.thread][changeAt(a)].state, changes_[b.thread][changeAt(b)].state);
}

} // namespace heddle::predict
