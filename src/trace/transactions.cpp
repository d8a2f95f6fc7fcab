#include "trace/transactions.h"

#include <algorithm>
#include <map>

namespace heddle::trace {

namespace {

// +1: a block begins here, -1: one ends.
int nesting(const Trace& trace, const Event& e, const std::set<std::string>& functions) {
  if (e.kind == EventKind::Mark) return trace.site(e).kind == SiteKind::AtomicBegin ? 1 : -1;
  if (functions.empty() || (e.kind != EventKind::Enter && e.kind != EventKind::Exit)) return 0;
  if (!functions.contains(trace.site(e).name)) return 0;
  return e.kind == EventKind::Enter ? 1 : -1;
}

} // namespace

std::vector<Block> findBlocks(const Trace& trace, const std::set<std::string>& functions) {
  std::vector<Block> blocks;
  for (uint32_t t = 0; t < trace.threads.size(); ++t) {
    const std::vector<Event>& events = trace.threads[t].events;
    unsigned depth = 0;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const int step = nesting(trace, events[i], functions);
      if (step > 0 && depth++ == 0) begin = i;
      if (step < 0 && depth > 0 && --depth == 0)
        blocks.push_back({t, begin, i}); // an end without a begin is none
    }
    if (depth > 0) blocks.push_back({t, begin, static_cast<uint32_t>(events.size() - 1)});
  }
  return blocks;
}

uint64_t SharedVariables::bytesOf(const Trace& trace, const Event& e) {
  if (!e.isAccess()) return 0;
  const bool copy = e.kind == EventKind::RangeRead || e.kind == EventKind::RangeWrite;
  if (!copy) return std::max<uint64_t>(1, trace.site(e).bytes);
  return e.value <= longestCopy ? e.value : 0;
}

VariableId SharedVariables::of(const Trace& trace, const Event& e) const {
  if (bytesOf(trace, e) == 0) return noVariable;
  const auto found = byAddress_.find(e.address);
  return found == byAddress_.end() ? noVariable : found->second;
}

SharedVariables::SharedVariables(const Trace& trace) {
  struct Use {
    uint64_t bytes = 0;
    uint32_t site = 0;
    uint32_t thread = 0;
    bool several = false; // threads
    bool written = false;
  };
  std::unordered_map<uint64_t, Use> uses; // by first byte
  for (uint32_t t = 0; t < trace.threads.size(); ++t)
    for (const Event& e : trace.threads[t].events) {
      const uint64_t bytes = bytesOf(trace, e);
      if (bytes == 0) continue;
      auto [use, added] = uses.try_emplace(e.address, Use{bytes, e.site, t, false, false});
      use->second.bytes = std::max(use->second.bytes, bytes);
      use->second.several |= use->second.thread != t;
      use->second.written |= e.writes();
    }
  std::vector<std::pair<uint64_t, Use>> sorted(uses.begin(), uses.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < sorted.size();) {
    uint64_t end = sorted[i].first + sorted[i].second.bytes;
    Use all = sorted[i].second;
    size_t j = i + 1;
    for (; j < sorted.size() && sorted[j].first < end; ++j) {
      const Use& use = sorted[j].second;
      end = std::max(end, sorted[j].first + use.bytes);
      all.several |= use.several || use.thread != all.thread;
      all.written |= use.written;
    }
    if (all.several && all.written) {
      for (size_t k = i; k < j; ++k) byAddress_[sorted[k].first] = static_cast<VariableId>(count());
      variables_.push_back({sorted[i].first, end - sorted[i].first, all.site});
    }
    i = j;
  }
}

} // namespace heddle::trace
