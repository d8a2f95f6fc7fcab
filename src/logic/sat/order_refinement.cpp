// Cycles of a model through three and more chains, and the clauses that exclude them.
#include "logic/sat/order_encoding.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::logic::sat {

std::optional<std::vector<EventId>> OrderEncoding::refine(const Model& model) {
  OrderGraph graph(skeleton_);
  for (const auto& [key, pair] : pairs_) {
    addEdges(graph, pair, model);
    addAloneEdges(graph, key, pair, model);
  }
  if (auto order = graph.order()) return order;
  constexpr size_t cyclesPerRound = 400;
  const size_t before = lemmas_.size();
  excludeTriangles(graph);
  if (lemmas_.size() - before < cyclesPerRound)
    for (auto& cycle : graph.shortCycles(cyclesPerRound)) exclude(std::move(cycle));
  HEDDLE_CHECK(lemmas_.size() > before, "a model that clauses exclude came again");
  return std::nullopt;
}

// By monotonicity the first column that a row is before stands for all, and so does the first row that a
// column is before. Constants add nothing: the graph has the skeleton.
void OrderEncoding::addEdges(OrderGraph& graph, const Pair& p, const Model& model) const {
  for (size_t i = 0; i < p.rows.size(); ++i) {
    size_t low = 0, high = p.cols.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (model(p.cell(i, middle)))
        high = middle;
      else
        low = middle + 1;
    }
    if (low < p.cols.size() && p.cell(i, low) != Cnf::top)
      graph.addEdge(p.rows[i], p.cols[low], p.cell(i, low));
  }
  for (size_t j = 0; j < p.cols.size(); ++j) {
    size_t low = 0, high = p.rows.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (model(p.cell(middle, j)))
        low = middle + 1;
      else
        high = middle;
    }
    if (low < p.rows.size() && p.cell(low, j) != -Cnf::top)
      graph.addEdge(p.cols[j], p.rows[low], -p.cell(low, j));
  }
}

void OrderEncoding::addAloneEdges(OrderGraph& graph, const Key& chains, const Pair& p,
                                  const Model& model) const {
  const auto &rows = skeleton_.events(chains.first), &cols = skeleton_.events(chains.second);
  for (const auto& [row, atoms] : p.alone)
    for (auto [col, l] : atoms) {
      if (model(l))
        graph.addEdge(rows[row], cols[col], l);
      else
        graph.addEdge(cols[col], rows[row], -l);
    }
}

// From each edge on: the first edge on from its head to a third chain, and the first from there back. That
// finds a triangle through the edge if there is one, at the price of two searches per third chain, where a
// search of the whole graph would cost its size.
void OrderEncoding::excludeTriangles(const OrderGraph& graph) {
  constexpr size_t mostPerRound = 20'000;
  std::map<Key, std::vector<OrderGraph::Edge>> between; // by chains of tail and head
  for (const OrderGraph::Edge& e : graph.edges())
    between[{skeleton_.chain(e.from), skeleton_.chain(e.to)}].push_back(e);
  for (auto& [key, edges] : between)
    std::ranges::sort(edges, {}, [&](const OrderGraph::Edge& e) { return skeleton_.position(e.from); });
  auto firstFrom = [&](ChainId to, EventId e) -> const OrderGraph::Edge* {
    const auto edges = between.find({skeleton_.chain(e), to});
    if (edges == between.end()) return nullptr;
    const auto it =
        std::ranges::lower_bound(edges->second, skeleton_.position(e), {},
                                 [&](const OrderGraph::Edge& x) { return skeleton_.position(x.from); });
    return it == edges->second.end() ? nullptr : &*it;
  };
  const size_t before = lemmas_.size();
  for (const OrderGraph::Edge& e : graph.edges()) {
    const ChainId home = skeleton_.chain(e.from);
    for (ChainId third = 0; third < skeleton_.chainCount(); ++third) {
      if (third == home || third == skeleton_.chain(e.to)) continue;
      const OrderGraph::Edge* on = firstFrom(third, e.to);
      const OrderGraph::Edge* back = on ? firstFrom(home, on->to) : nullptr;
      if (back && skeleton_.position(back->to) <= skeleton_.position(e.from)) exclude({e, *on, *back});
    }
    if (lemmas_.size() - before >= mostPerRound) return;
  }
}

void OrderEncoding::exclude(OrderGraph::Cycle cycle) {
  generalise(cycle);
  Bits clause;
  for (const OrderGraph::Edge& e : cycle) clause.push_back(-e.reason);
  std::ranges::sort(clause);
  clause.erase(std::ranges::unique(clause).begin(), clause.end());
  if (lemmas_.insert(clause).second) cnf_.clause(clause);
}

// The events of the matrix that the edge comes from, on the chain of one of its ends; null for an atom
// outside.
const std::vector<EventId>* OrderEncoding::lineOf(const OrderGraph::Edge& e, bool from) const {
  const ChainId a = skeleton_.chain(e.from), b = skeleton_.chain(e.to);
  if (inMatrix(e.from, e.to) == 0) return nullptr;
  const Pair& p = pairs_.at({std::min(a, b), std::max(a, b)});
  return from == (a < b) ? &p.rows : &p.cols;
}

// Weakens each edge so far that the cycle still closes: its head goes up to the last event that is not after
// the next edge's tail, then its tail down to the first that is not before the last edge's head. By
// monotonicity the weaker edges hold too, so the clause is stronger.
void OrderEncoding::generalise(OrderGraph::Cycle& cycle) const {
  auto notAfter = [&](EventId a, EventId b) { return a == b || skeleton_.known(a, b) == true; };
  const size_t n = cycle.size();
  std::vector<const std::vector<EventId>*> tails(n), heads(n);
  for (size_t i = 0; i < n; ++i) {
    tails[i] = lineOf(cycle[i], true);
    heads[i] = lineOf(cycle[i], false);
  }
  for (size_t i = 0; i < n; ++i) {
    if (!heads[i]) continue;
    const EventId limit = cycle[(i + 1) % n].from;
    const auto end = std::ranges::partition_point(*heads[i], [&](EventId e) { return notAfter(e, limit); });
    cycle[i].to = *std::prev(end);
  }
  for (size_t i = 0; i < n; ++i) {
    if (!tails[i]) continue;
    const EventId limit = cycle[(i + n - 1) % n].to;
    cycle[i].from = *std::ranges::partition_point(*tails[i], [&](EventId e) { return !notAfter(limit, e); });
    cycle[i].reason = inMatrix(cycle[i].from, cycle[i].to);
  }
}

} // namespace heddle::logic::sat
