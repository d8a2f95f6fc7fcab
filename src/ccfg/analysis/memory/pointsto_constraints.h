// The constraints of points-to, as the program gives them, simplified before they are solved.
//
// Nodes hold target sets: one a register, one a distinct term. A flow hands the targets of a node to another,
// moved by a distance. Only pointsto_solver includes this.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"

#include <unordered_map>

namespace heddle::ccfg::analysis {

class PointsToConstraints {
public:
  using NodeId = uint32_t; // registers have their own numbers

  struct Flow {
    NodeId from, to;
    Offsets distance;
  };
  struct Seed {
    NodeId node;
    Target target;
  };
  struct Load { // dst := the bytes that address points to
    NodeId address, dst;
    unsigned bytes;
    bool whole; // dst has room for a pointer
  };
  struct Store { // the bytes that address points to := value
    NodeId address;
    NodeId value; // `none`: a constant
    unsigned bytes;
  };
  struct Initial { // memory at the start
    Target place;
    unsigned bytes;
    NodeId value;
  };

  PointsToConstraints(const Program& p, const std::vector<ObjectId>& abstractOf);

  std::vector<Flow> flows;
  std::vector<Seed> seeds;
  std::vector<Load> loads;
  std::vector<Store> stores;
  std::vector<Initial> initials;
  NodeId nodeCount = 0;

  NodeId find(NodeId n) const; // the node that stands for n: the two have the same targets
  const std::unordered_map<Term, NodeId>& terms() const { return termNodes_; } // all but registers

private:
  void collect(const Operation& op);
  NodeId nodeOf(Term t);
  NodeId known(Term t);
  void flow(Term from, RegId to);

  void mergeCycles();
  void mergeCopies();
  void widenCycles();
  void useRepresentatives();

  const Program& program_;
  const std::vector<ObjectId>& abstractOf_;
  std::unordered_map<Term, NodeId> termNodes_;
  std::vector<Term> unexpanded_;
  NodeId threadResults_ = 0; // what any Join may get
  mutable std::vector<NodeId> parent_;
};

} // namespace heddle::ccfg::analysis
