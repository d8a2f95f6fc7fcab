#include "engines/predict/mustorder.h"

#include <algorithm>
#include <map>

namespace heddle::predict {

using trace::Event;
using trace::EventKind;
using trace::EventRef;

// A stretch ends after a creation, so that the child's clock counts it, and begins at a join.
MustOrder::MustOrder(const trace::Trace& trace, const std::vector<EventRef>& order)
    : stretches_(trace.threads.size()) {
  const size_t n = trace.threads.size();
  std::map<uint32_t, uint32_t> byNumber;
  for (uint32_t t = 0; t < n; ++t) {
    byNumber[trace.threads[t].number] = t;
    stretches_[t].push_back({0, std::vector<uint32_t>(n, 0)});
  }
  const auto merge = [&](uint32_t into, uint32_t from) {
    std::vector<uint32_t>& clock = stretches_[into].back().clock;
    const std::vector<uint32_t>& other = stretches_[from].back().clock;
    for (size_t i = 0; i < n; ++i) clock[i] = std::max(clock[i], other[i]);
    clock[from] = static_cast<uint32_t>(stretches_[from].size());
  };
  for (const EventRef& ref : order) {
    const Event& e = trace.threads[ref.thread].events[ref.event];
    if (e.kind != EventKind::Create && e.kind != EventKind::Join) continue;
    const auto other = byNumber.find(static_cast<uint32_t>(e.value));
    if (other == byNumber.end() || other->second == ref.thread) continue;
    if (e.kind == EventKind::Create) {
      merge(other->second, ref.thread); // the child has not run
      stretches_[ref.thread].push_back({ref.event + 1, stretches_[ref.thread].back().clock});
    } else {
      stretches_[ref.thread].push_back({ref.event, stretches_[ref.thread].back().clock});
      merge(ref.thread, other->second);
    }
  }
}

uint32_t MustOrder::indexOf(EventRef e) const {
  const std::vector<Stretch>& all = stretches_[e.thread];
  const auto after = std::upper_bound(all.begin(), all.end(), e.event,
                                      [](uint32_t event, const Stretch& s) { return event < s.begin; });
  return static_cast<uint32_t>(after - all.begin()) - 1;
}

const MustOrder::Stretch& MustOrder::stretchOf(EventRef e) const { return stretches_[e.thread][indexOf(e)]; }

bool MustOrder::before(EventRef a, EventRef b) const {
  if (a.thread == b.thread) return a.event < b.event;
  return stretchOf(b).clock[a.thread] > indexOf(a);
}

} // namespace heddle::predict
