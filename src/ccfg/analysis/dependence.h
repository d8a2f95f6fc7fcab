// Dependence: what decides whether an edge is taken, and where the values it uses come from, across threads.
//
// Control: an edge depends on the choices and waits before it; a thread that waits or loops forever never
// gets further, so that counts as a choice too. Data: through registers by reaching definitions, through
// memory by every store that may alias and is not surely later. Neighbours: dominators, points-to, mhb; slice
// closes over it.
#pragma once

#include "ccfg/analysis/dominators.h"
#include "ccfg/analysis/handles.h"
#include "ccfg/analysis/mhb.h"
#include "ccfg/analysis/pointsto.h"

namespace heddle::ccfg::analysis {

class Dependence {
public:
  Dependence(const Program& p, const PointsTo& pointsTo, const Mhb& mhb);

  // Each sorted, without repetition. Only the nearest: what follows by transitivity is left to the caller.
  std::vector<EdgeId> control(EdgeId e) const;   // in the same thread; and the forks that start the thread
  std::vector<EdgeId> registers(EdgeId e) const; // definitions of the registers that e reads
  std::vector<EdgeId> memory(EdgeId e) const;    // stores and frees whose effect an access of e may meet
  std::vector<EdgeId>
  joins(EdgeId e) const; // if e joins: what decides that those threads end, and their results

  // What decides that an instance gets to l, in the same thread.
  const std::vector<EdgeId>& controlOfLoc(LocId l) const { return control_[l]; }

private:
  struct Writer {
    EdgeId edge;
    TargetSet targets;
    uint64_t bytes; // 0: the whole object
  };

  void findControl();
  void indexWrites(const PointsTo& pointsTo);
  std::vector<EdgeId> definitionsReaching(LocId l, RegId r) const;
  bool mayMeet(EdgeId load, const TargetSet& targets, uint64_t bytes, const Writer& w) const;

  const Program& program_;
  const PointsTo& pointsTo_;
  const Mhb& mhb_;
  Handles handles_;
  std::vector<std::vector<EdgeId>> control_;     // by node of the post-dominator tree: locations, then edges
  std::vector<std::vector<EdgeId>> forksOf_;     // by thread
  std::vector<std::vector<EdgeId>> definitions_; // by register, sorted
  std::vector<std::vector<Writer>> writers_;     // by object
};

} // namespace heddle::ccfg::analysis
