// Dependence: what decides whether an edge is taken, and where the values it uses come from, across threads.
//
// Control: an edge depends on the choices and waits before it; a thread that waits or loops forever never
// gets further, so that counts as a choice too. Data: through registers by reaching definitions, through
// memory by every store that may alias and is not surely later. Neighbours: dominators, points-to, mhb; slice
// closes over it.
#pragma once

#include "ccfg/analysis/graph/dominators.h"
#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/analysis/order/handles.h"
#include "ccfg/analysis/order/mhb.h"

namespace heddle::ccfg::analysis {

class Dependence {
public:
  Dependence(const Program& p, const Accesses& accesses, const Mhb& mhb, const Handles& handles);

  // Each sorted, without repetition. Only the nearest: what follows by transitivity is left to the caller.
  std::vector<EdgeId> control(EdgeId e) const;   // in the same thread; and the forks that start the thread
  std::vector<EdgeId> registers(EdgeId e) const; // definitions of the registers that e reads
  // Stores and frees whose effect a load of e may meet, but for those in `except`.
  std::vector<EdgeId> memory(EdgeId e, const BitSet* except = nullptr) const;
  std::vector<EdgeId>
  joins(EdgeId e) const; // if e joins: what decides that those threads end, and their results

private:
  void findControl();
  void findWriters();
  std::vector<EdgeId> definitionsReaching(LocId l, RegId r) const;

  const Program& program_;
  const Accesses& accesses_;
  const Mhb& mhb_;
  const Handles& handles_;
  std::vector<std::vector<EdgeId>> control_;     // by node of the post-dominator tree: locations, then edges
  std::vector<std::vector<EdgeId>> forksOf_;     // by thread
  std::vector<std::vector<EdgeId>> definitions_; // by register, sorted
  std::vector<std::vector<EdgeId>> edgesOfList_; // by list of accesses
  std::vector<std::vector<uint32_t>> writersOf_; // by list: the lists that may write what it reads
};

} // namespace heddle::ccfg::analysis
