// The worklist solver behind points-to; only pointsto.cpp includes it.
//
// Targets are numbered, sets are sets of numbers. Loads and stores become flows as the targets of their
// addresses are found: a store flows into a cell (object, offsets, size), a load comes from a view (object,
// offsets, size), and every cell flows into the views that it overlaps. A view that does not fit a store
// exactly sees parts of pointers, put together with parts of other values: it gets the targets with any
// offset.
#pragma once

#include "ccfg/analysis/memory/pointsto_constraints.h"
#include "support/sparsebits.h"

#include <deque>
#include <unordered_set>

namespace heddle::ccfg::analysis {

class PointsToSolver {
public:
  PointsToSolver(const Program& p, const std::vector<ObjectId>& abstractOf);

  void solve();
  // The distinct sets, and which of them each register and term has.
  std::vector<TargetSet> takeSets(std::vector<uint32_t>& ofRegister,
                                  std::unordered_map<Term, uint32_t>& ofTerm);
  std::vector<TargetSet> takeContents();

private:
  using NodeId = PointsToConstraints::NodeId;
  using TargetId = uint32_t;
  enum class Move : uint8_t { No, Somewhere, By }; // how a flow changes the offsets

  struct Flow {
    NodeId to;
    Move move;
    Offsets distance; // By
  };
  struct LoadFrom {
    NodeId dst;
    unsigned bytes;
    bool whole;
  };
  struct Node {
    SparseBits all;
    SparseBits pending; // in `all`, not handed on yet
    bool queued = false;
    bool carries = false; // has handed something on; stores of a node that never does make no cells
    std::vector<Flow> flows;
    std::vector<LoadFrom> loads;
    std::vector<uint32_t> storesThrough, storesOf; // as the address, as the value
  };
  struct Cell {
    Offsets offsets;
    unsigned bytes;
    NodeId node = none;
    bool torn = false; // a view: some store overlaps a part of it
  };
  struct Memory {
    std::vector<Cell> cells, views;
    std::vector<Cell> stores; // where anything is stored, pointers or not; no nodes
    std::vector<std::pair<Offsets, TargetId>> targets;
  };
  static constexpr size_t maxCells = 256;  // an object's; beyond them all offsets are one
  static constexpr size_t maxTargets = 64; // likewise

  NodeId newNode();
  TargetId number(const Target& t);
  SparseBits moved(const SparseBits& targets, const Flow& f);
  void add(NodeId n, const SparseBits& targets);
  void addFlow(NodeId from, Flow flow);
  void addMemoryFlow(NodeId from, NodeId to, bool whole);
  void process(NodeId n);
  NodeId cell(const Target& t, unsigned bytes);
  NodeId view(const Target& t, unsigned bytes);
  void noteStore(const Target& t, unsigned bytes);
  void connect(const Cell& cell, const Cell& view);
  static bool overlapsPart(const Cell& a, const Cell& b);
  TargetSet setOf(const SparseBits& targets) const;

  const Program& program_;
  PointsToConstraints constraints_;
  std::deque<Node> nodes_; // a deque: references stay valid while nodes are added
  std::vector<Target> targets_;
  std::vector<Memory> memory_; // by object
  std::unordered_set<uint64_t> memoryFlows_;
  std::deque<NodeId> worklist_;
};

} // namespace heddle::ccfg::analysis
