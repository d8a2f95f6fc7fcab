#include "logic/order/graph.h"

#include "support/error.h"
#include "support/graph.h"

#include <algorithm>
#include <deque>

namespace heddle::logic {

void OrderGraph::addEdge(EventId from, EventId to, int reason) {
  out_[from].push_back(static_cast<uint32_t>(edges_.size()));
  edges_.push_back({from, to, reason});
}

void OrderGraph::forEachStatic(EventId e, auto&& visit) const {
  if (auto next = skeleton_.nextOnChain(e)) visit(*next);
  for (EventId b : skeleton_.above(e)) visit(b);
}

std::optional<std::vector<EventId>> OrderGraph::order() const {
  std::vector<uint32_t> open(skeleton_.eventCount());
  for (const Edge& e : edges_) ++open[e.to];
  for (EventId e = 0; e < open.size(); ++e) forEachStatic(e, [&](EventId b) { ++open[b]; });
  std::vector<EventId> ready, order;
  for (EventId e = 0; e < open.size(); ++e)
    if (open[e] == 0) ready.push_back(e);
  while (!ready.empty()) { // last in, first out: a chain goes on as long as it can, so there are few switches
    const EventId e = ready.back();
    ready.pop_back();
    order.push_back(e);
    auto release = [&](EventId b) {
      if (--open[b] == 0) ready.push_back(b);
    };
    for (uint32_t i : out_[e]) release(edges_[i].to);
    for (EventId b : skeleton_.above(e)) release(b);
    if (auto next = skeleton_.nextOnChain(e)) release(*next);
  }
  if (order.size() != open.size()) return std::nullopt;
  return order;
}

std::vector<OrderGraph::Cycle> OrderGraph::shortCycles(size_t limit) const {
  Graph g(skeleton_.eventCount());
  for (EventId e = 0; e < g.size(); ++e) forEachStatic(e, [&](EventId b) { g[e].push_back(b); });
  for (const Edge& e : edges_) g[e.from].push_back(e.to);
  const std::vector<uint32_t> component = stronglyConnected(g).of;

  std::vector<uint32_t> onCycles;
  for (uint32_t i = 0; i < edges_.size(); ++i)
    if (component[edges_[i].from] == component[edges_[i].to]) onCycles.push_back(i);
  const size_t stride = std::max<size_t>(1, onCycles.size() / std::max<size_t>(1, limit));
  std::vector<Cycle> cycles;
  for (size_t i = 0; i < onCycles.size(); i += stride) cycles.push_back(shortest(onCycles[i], component));
  return cycles;
}

// Breadth-first from the edge's head to its tail, where steps of the skeleton cost nothing.
OrderGraph::Cycle OrderGraph::shortest(uint32_t through, const std::vector<uint32_t>& component) const {
  constexpr uint32_t unseen = UINT32_MAX, byStatic = UINT32_MAX - 1;
  const EventId start = edges_[through].to, goal = edges_[through].from;
  struct Arrival {
    uint32_t cost = unseen, edge = byStatic;
    EventId from = 0;
  };
  std::vector<Arrival> arrivals(skeleton_.eventCount());
  std::deque<EventId> queue{start};
  arrivals[start].cost = 0;
  auto reach = [&](EventId from, EventId to, uint32_t edge) {
    const uint32_t cost = arrivals[from].cost + (edge == byStatic ? 0 : 1);
    if (component[to] != component[start] || cost >= arrivals[to].cost) return;
    arrivals[to] = {cost, edge, from};
    if (edge == byStatic)
      queue.push_front(to);
    else
      queue.push_back(to);
  };
  while (!queue.empty() && queue.front() != goal) {
    const EventId e = queue.front();
    queue.pop_front();
    forEachStatic(e, [&](EventId b) { reach(e, b, byStatic); });
    for (uint32_t i : out_[e]) reach(e, edges_[i].to, i);
  }
  HEDDLE_CHECK(!queue.empty(), "an edge inside a component lies on a cycle");
  Cycle cycle;
  for (EventId e = goal; e != start; e = arrivals[e].from)
    if (arrivals[e].edge != byStatic) cycle.push_back(edges_[arrivals[e].edge]);
  cycle.push_back(edges_[through]);
  std::ranges::reverse(cycle);
  return cycle;
}

} // namespace heddle::logic
