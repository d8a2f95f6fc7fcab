// The abstract reachability tree (Wachter et al. 2013, Definition 3.1): nodes with labels, edges that are
// actions, and the covering relation. It keeps the tree well-labelled: whoever strengthens a label uncovers
// what is no longer covered.
#pragma once

#include "engines/impact/clauses.h"

#include <set>

namespace heddle::impact {

using NodeId = uint32_t;

// Values of state symbols, shared between states that differ in few.
class Values {
public:
  Term get(uint32_t index) const; // null: it has none
  void set(uint32_t index, Term t);

private:
  static constexpr uint32_t chunk = 32;
  using Chunk = std::array<Term, chunk>;
  std::vector<std::shared_ptr<const Chunk>> chunks_;
};

using Choice = std::pair<uint32_t, uint32_t>; // a slot, and which of the blocks from where it stands
using Granted = std::set<NodeId>; // where steps lead that are impossible, but were made all the same
using Model = std::map<SymbolId, uint64_t>; // values of inputs

uint64_t valueIn(const Model& model, Term t); // inputs without a value are 0

struct Node {
  NodeId parent = ccfg::none;
  uint32_t depth = 0;
  ControlId control = 0;
  std::shared_ptr<const Action> in; // the action that leads here
  ccfg::EdgeId inRetreats = 0;
  Label label;
  std::vector<NodeId> children;

  NodeId coveredBy = ccfg::none;
  std::vector<NodeId> covers; // those that it covers
  unsigned hidden = 0;        // how many of the node and its ancestors are covered
  unsigned forced = 0;        // how often it was covered by force

  // What must be expanded, and what has been. `required` holds what others that it covers asked for (cover
  // expansions); its own choices are added when it is expanded.
  std::set<Choice> required, done;
  bool ownKnown = false, eventsDone = false, queued = false;

  // The path to it, executed on symbols: inputs aside, everything is known.
  Values values;
  Conjunction path;          // the conditions of the last step
  bool granted = false;      // the last step is impossible, but was made all the same
  bool impossible = false;   // it or one before it is
  Choice choice = {};        // of the parent's
  std::set<uint32_t> joined; // slots whose instance has been joined on the path
  // Under which it is reached, granted steps aside.
  std::shared_ptr<const Model> model;
  std::unordered_map<ClauseId, bool> holds; // clauses in that one state

  bool isOpen() const { return hidden == 0 && !(eventsDone && ownKnown && done.size() == required.size()); }
};

class Tree {
public:
  explicit Tree(Clauses& clauses) : clauses_(clauses) {}

  NodeId add(Node n);
  Node& at(NodeId n) { return nodes_[n]; }
  const Node& at(NodeId n) const { return nodes_[n]; }
  size_t size() const { return nodes_.size(); }
  std::vector<NodeId> path(NodeId to) const { return pathFrom(0, to); } // root first
  std::vector<NodeId> pathFrom(NodeId from, NodeId to) const;
  NodeId commonAncestor(NodeId a, NodeId b) const;
  // The conditions of the path to the node, without those of granted steps but these.
  void addConditions(NodeId n, const Granted& granted, std::vector<Term>& to) const;
  // Nodes of the same global control location, oldest first.
  const std::vector<NodeId>& twins(NodeId n) const { return byControl_[nodes_[n].control]; }

  // The nodes to look at again; the last that was put there comes first, but not always if `mixed`.
  void enqueue(NodeId n);
  std::optional<NodeId> next(bool mixed);

  // True: the label has become stronger.
  bool strengthen(NodeId n, ClauseId c);
  void cover(NodeId n, NodeId by);
  void uncover(NodeId n);

  size_t covered() const { return covered_; }

private:
  void hide(NodeId n, int change);
  void enqueueOpen(NodeId n); // of the subtree

  Clauses& clauses_;
  std::deque<Node> nodes_;
  std::vector<std::vector<NodeId>> byControl_;
  std::deque<NodeId> work_;
  size_t taken_ = 0;
  size_t covered_ = 0;
};

} // namespace heddle::impact
