// The constraint graph behind points-to and its worklist solver; only pointsto.cpp includes it.
//
// Nodes hold target sets: one a register, one a distinct term, one a memory cell, one a view of memory. A
// flow hands the targets of a node to another, moved by a distance. Loads and stores become flows as the
// targets of their addresses are found: a store flows into a cell (object, offsets, size), a load comes from
// a view (object, offsets, size), and every cell flows into the views that it overlaps. A view that does not
// fit the cell exactly sees parts of pointers, which may be put together anyhow: it gets the targets with any
// offset.
#pragma once

#include "ccfg/analysis/pointsto.h"

#include <deque>
#include <unordered_set>

namespace heddle::ccfg::analysis {

class PointsToSolver {
public:
  explicit PointsToSolver(const Program& p);

  void solve();
  std::vector<TargetSet> takeRegisters();
  std::vector<TargetSet> takeContents();

private:
  using NodeId = uint32_t;

  struct Flow {
    NodeId to;
    Offsets distance;
  };
  struct LoadFrom { // dst := load of the bytes that the node points to
    NodeId dst;
    unsigned bytes;
  };
  struct StoreTo { // the bytes that `address` points to := value
    NodeId address;
    NodeId value; // `none`: a constant
    unsigned bytes;
  };
  struct Node {
    TargetSet all;
    std::vector<Target> pending; // in `all`, not handed on yet
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
  };
  static constexpr size_t maxCells = 256; // an object's; beyond them all offsets are one

  void collect(const Operation& op);
  void collectObject(ObjectId o);
  NodeId newNode();
  NodeId nodeOf(Term t);
  void flow(Term from, RegId to);
  void addStore(Term address, Term value, unsigned bytes);

  void add(NodeId n, Target t);
  void addFlow(NodeId from, NodeId to, Offsets distance);
  void addMemoryFlow(NodeId from, NodeId to, bool whole);
  void process(NodeId n);
  void connectStore(const StoreTo& s, const Target& t);
  void noteStore(const Target& t, unsigned bytes);
  NodeId cell(const Target& t, unsigned bytes);
  NodeId view(const Target& t, unsigned bytes);
  void connect(const Cell& cell, const Cell& view);
  static bool overlapsPart(const Cell& a, const Cell& b);

  const Program& program_;
  std::deque<Node> nodes_; // a deque: references stay valid while nodes are added
  std::unordered_map<Term, NodeId> termNodes_;
  std::vector<Term> unexpanded_;
  std::vector<StoreTo> stores_;
  std::vector<Memory> memory_;
  std::unordered_set<uint64_t> memoryFlows_;
  NodeId threadResults_; // what any Join may get
  std::deque<NodeId> worklist_;
};

} // namespace heddle::ccfg::analysis
