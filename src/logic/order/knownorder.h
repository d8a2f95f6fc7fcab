// The part of an order of events that is known beforehand: chains, and pairs that always have one order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::logic {

using EventId = uint32_t;
using ChainId = uint32_t;

class OrderSkeleton {
public:
  ChainId newChain();
  EventId newEvent(ChainId chain);
  void alwaysBefore(EventId a, EventId b);

  size_t chainCount() const { return chains_.size(); }
  size_t eventCount() const { return events_.size(); }
  ChainId chain(EventId e) const { return events_[e].chain; }
  uint32_t position(EventId e) const { return events_[e].position; } // in its chain
  const std::vector<EventId>& events(ChainId c) const { return chains_[c]; }
  std::optional<EventId> nextOnChain(EventId e) const;
  const std::vector<EventId>& above(EventId e) const { return above_[e]; } // alwaysBefore(e, .), as given

  // Is a before b by chains and alwaysBefore alone? Nothing if they leave it open. The first question freezes
  // the skeleton.
  std::optional<bool> known(EventId a, EventId b) const;

private:
  struct Event {
    ChainId chain;
    uint32_t position;
  };
  void close() const;

  std::vector<Event> events_;
  std::vector<std::vector<EventId>> chains_;
  std::vector<std::vector<EventId>> above_; // by event: alwaysBefore, direct
  // By event and chain: how many events of that chain are surely before it.
  mutable std::vector<std::vector<uint32_t>> clocks_;
};

} // namespace heddle::logic
