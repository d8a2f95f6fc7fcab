// The order of events as a graph: what the skeleton knows, and edges that hold for a reason. Answers whether
// it is acyclic, with an order of all events, or else with cycles that rest on few reasons.
#pragma once

#include "logic/order/knownorder.h"

#include <optional>
#include <vector>

namespace heddle::logic {

class OrderGraph {
public:
  struct Edge {
    EventId from, to;
    int reason; // the caller's, e.g. a literal
  };
  using Cycle = std::vector<Edge>; // in order; between one and the next the skeleton leads, or they meet

  explicit OrderGraph(const OrderSkeleton& skeleton) : skeleton_(skeleton), out_(skeleton.eventCount()) {}

  void addEdge(EventId from, EventId to, int reason);
  const std::vector<Edge>& edges() const { return edges_; } // with reasons

  // All events; nothing if there is a cycle.
  std::optional<std::vector<EventId>> order() const;

  // For up to `limit` edges that lie on cycles: a cycle through that edge with the fewest edges with reasons.
  std::vector<Cycle> shortCycles(size_t limit) const;

private:
  void forEachStatic(EventId e, auto&& visit) const;
  Cycle shortest(uint32_t through, const std::vector<uint32_t>& component) const;

  const OrderSkeleton& skeleton_;
  std::vector<Edge> edges_;
  std::vector<std::vector<uint32_t>> out_; // by event: indices into edges_
};

} // namespace heddle::logic
