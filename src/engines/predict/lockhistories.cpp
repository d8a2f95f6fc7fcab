#include "engines/predict/lockhistories.h"

#include "trace/lockevents.h"

#include <algorithm>
#include <map>

namespace heddle::predict {

using ccfg::analysis::NestedLocks;

LockHistories::LockHistories(const trace::Trace& trace) : changes_(trace.threads.size()), states_(1) {
  std::map<NestedLocks, size_t> known = {{{}, 0}};
  std::map<uint64_t, uint32_t> locks; // numbers, by address
  for (size_t t = 0; t < trace.threads.size(); ++t) {
    changes_[t].push_back({0, 0});
    NestedLocks held;
    trace::LocksOfThread thread;
    const std::vector<trace::Event>& events = trace.threads[t].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const trace::LockEvent what = thread.follow(trace, events[i]);
      if (what.effect == trace::LockEvent::Effect::None || what.shared) continue;
      const uint32_t lock =
          locks.try_emplace(events[i].address, static_cast<uint32_t>(locks.size())).first->second;
      if (what.acquires())
        held.acquire(lock, true);
      else
        held.releaseIf([&](uint32_t l) { return l == lock; });
      const auto [state, isNew] = known.try_emplace(held, states_.size());
      if (isNew) states_.push_back(held);
      changes_[t].push_back({i, state->second});
    }
  }
}

size_t LockHistories::changeAt(trace::EventRef e) const {
  const std::vector<Change>& all = changes_[e.thread];
  const auto after = std::lower_bound(all.begin() + 1, all.end(), e.event,
                                      [](const Change& c, uint32_t n) { return c.event < n; });
  return static_cast<size_t>(after - all.begin()) - 1;
}

bool LockHistories::mayInterrupt(trace::EventRef first, trace::EventRef remote,
                                 trace::EventRef second) const {
  const NestedLocks& other = states_[stateOf(remote)];
  for (size_t i = changeAt(first); i <= changeAt(second); ++i)
    if (!states_[changes_[first.thread][i].state].exclude(other)) return true;
  return false;
}

bool LockHistories::mayMeet(trace::EventRef a, trace::EventRef b) const {
  return !states_[stateOf(a)].exclude(states_[stateOf(b)]);
}

} // namespace heddle::predict
