// The order of events as clauses.
//
// For two chains, "row before column" over the events that atoms of the two mention is a matrix of literals
// that is monotone along both chains; clauses between neighbours say so, and no cycle between the two is
// left. Cells that the skeleton knows are constants. Cycles through three and more chains are excluded when a
// model has them (`refine`). Where atoms are few, or matrices would grow too large, atoms stand alone, linked
// to the nearest ones that they imply or that imply them, and refinement does the rest.
#pragma once

#include "logic/order/graph.h"
#include "logic/sat/cnf.h"

#include <functional>
#include <map>
#include <set>

namespace heddle::logic::sat {

class OrderEncoding {
public:
  using Model = std::function<bool(Lit)>;

  OrderEncoding(const OrderSkeleton& skeleton, Cnf& cnf, size_t cellLimit)
      : skeleton_(skeleton), cnf_(cnf), cellLimit_(cellLimit) {}

  // a before b, of events that the skeleton leaves open. Its links to others come with `encode`.
  Lit literal(EventId a, EventId b);
  void encode(); // before each search
  // The order of a model: all events, or nothing, and then clauses were added that exclude the model.
  std::optional<std::vector<EventId>> refine(const Model& model);

  size_t variables() const { return variables_; }
  size_t lemmas() const { return lemmas_.size(); }

private:
  struct Pair {
    std::vector<EventId> rows, cols; // of the lower and the higher chain, in their order
    std::vector<Lit> cells;          // by row, then column: row before column
    std::vector<EventId> newRows, newCols;
    size_t atoms = 0;
    std::map<uint32_t, std::map<uint32_t, Lit>> alone; // atoms outside the matrix, by positions

    Lit cell(size_t row, size_t col) const { return cells[row * cols.size() + col]; }
  };
  using Key = std::pair<ChainId, ChainId>;

  std::optional<size_t> find(const std::vector<EventId>& line, EventId e) const;
  Lit inMatrix(EventId a, EventId b) const; // a before b; 0: not in a matrix
  bool wantsMatrix(const Pair& p) const;
  void grow(Pair& p);
  Lit newCell(EventId row, EventId col);
  void linkCells(const Pair& p, const Pair& old);
  void addAlone(Pair& p, uint32_t row, uint32_t col, Lit l);
  void link(Lit weaker, Lit stronger);

  void addEdges(OrderGraph& graph, const Pair& p, const Model& model) const;
  void addAloneEdges(OrderGraph& graph, const Key& chains, const Pair& p, const Model& model) const;
  void excludeTriangles(const OrderGraph& graph);
  void exclude(OrderGraph::Cycle cycle);
  void generalise(OrderGraph::Cycle& cycle) const;
  const std::vector<EventId>* lineOf(const OrderGraph::Edge& e, bool from) const;

  const OrderSkeleton& skeleton_;
  Cnf& cnf_;
  std::map<Key, Pair> pairs_;
  std::unordered_map<uint64_t, Lit> atoms_;          // asked for with `literal`; by row and column
  std::vector<std::pair<EventId, EventId>> pending_; // atoms, as row and column, that `encode` has to place
  std::set<Bits> lemmas_;
  size_t variables_ = 0;
  const size_t cellLimit_;
};

} // namespace heddle::logic::sat
