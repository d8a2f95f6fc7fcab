// The closure of chains and alwaysBefore, as one vector clock per event: computed once, then each question is
// two lookups.
#include "logic/order/knownorder.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::logic {

ChainId OrderSkeleton::newChain() {
  HEDDLE_CHECK(clocks_.empty(), "a chain after the first question");
  chains_.emplace_back();
  return static_cast<ChainId>(chains_.size() - 1);
}

EventId OrderSkeleton::newEvent(ChainId chain) {
  HEDDLE_CHECK(clocks_.empty(), "an event after the first question");
  HEDDLE_CHECK(chain < chains_.size(), "an event on a chain that does not exist");
  const auto id = static_cast<EventId>(events_.size());
  events_.push_back({chain, static_cast<uint32_t>(chains_[chain].size())});
  chains_[chain].push_back(id);
  above_.emplace_back();
  return id;
}

void OrderSkeleton::alwaysBefore(EventId a, EventId b) {
  HEDDLE_CHECK(clocks_.empty(), "alwaysBefore after the first question");
  HEDDLE_CHECK(a < events_.size() && b < events_.size(), "alwaysBefore of events that do not exist");
  above_[a].push_back(b);
}

std::optional<bool> OrderSkeleton::known(EventId a, EventId b) const {
  HEDDLE_CHECK(a != b && a < events_.size() && b < events_.size(), "the order of two events");
  if (clocks_.empty()) close();
  if (clocks_[b][events_[a].chain] > events_[a].position) return true;
  if (clocks_[a][events_[b].chain] > events_[b].position) return false;
  return std::nullopt;
}

std::optional<EventId> OrderSkeleton::nextOnChain(EventId e) const {
  const auto& line = chains_[events_[e].chain];
  const uint32_t next = events_[e].position + 1;
  if (next == line.size()) return std::nullopt;
  return line[next];
}

void OrderSkeleton::close() const {
  std::vector<uint32_t> open(events_.size()); // direct predecessors whose clock is not final
  auto forEachAbove = [&](EventId e, auto&& visit) {
    if (auto next = nextOnChain(e)) visit(*next);
    for (EventId b : above_[e]) visit(b);
  };
  for (EventId e = 0; e < events_.size(); ++e) forEachAbove(e, [&](EventId b) { ++open[b]; });

  clocks_.assign(events_.size(), std::vector<uint32_t>(chains_.size()));
  std::vector<EventId> ready;
  for (EventId e = 0; e < events_.size(); ++e)
    if (open[e] == 0) ready.push_back(e);
  size_t done = 0;
  while (!ready.empty()) {
    const EventId e = ready.back();
    ready.pop_back();
    ++done;
    forEachAbove(e, [&](EventId b) {
      for (ChainId c = 0; c < chains_.size(); ++c) clocks_[b][c] = std::max(clocks_[b][c], clocks_[e][c]);
      uint32_t& own = clocks_[b][events_[e].chain];
      own = std::max(own, events_[e].position + 1);
      if (--open[b] == 0) ready.push_back(b);
    });
  }
  HEDDLE_CHECK(done == events_.size(), "alwaysBefore is cyclic");
}

} // namespace heddle::logic
