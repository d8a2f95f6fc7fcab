// What a held lock keeps other threads from.
//
// A lock is a word at a fixed address that is 0 when it is free and else its owner's number. A gate of it is
// an edge that only the owner can pass while it is held: its guard wants the word to be 0, or the thread's
// own number. While the owner stands still and nobody writes the word without passing a gate, all other
// threads stay on this side of the gates, and their futures end there. So what is only ever accessed under
// the lock is the owner's alone. The guards decide, not what the front end says of an edge (Edge::sync).
#pragma once

#include "ccfg/analysis/memory/accesses.h"
#include "interp/machine.h"

namespace heddle::explore {

class HeldLocks {
public:
  HeldLocks(const interp::Machine& machine, const ccfg::analysis::PointsTo& pointsTo,
            const ccfg::analysis::Accesses& accesses);

  static constexpr uint32_t noLock = UINT32_MAX;
  uint32_t size() const { return static_cast<uint32_t>(locks_.size()); }
  uint32_t ownerOf(uint32_t lock, const interp::StateView& s) const; // 0: free
  // Nobody but the owner can open it: no other thread of this state writes the word without passing a gate.
  bool isFirm(uint32_t lock, uint32_t owner, const interp::StateView& s) const;
  // What threads may access while they can't pass the gates of this lock.
  const ccfg::analysis::Accesses& outside(uint32_t lock) const { return locks_[lock].outside; }
  // Can a thread at this location end without passing a gate?
  bool reachesEnd(uint32_t lock, ccfg::LocId l) const { return locks_[lock].reachesEnd[l]; }
  // The lock all of whose edges out of this location are gates.
  uint32_t gateAt(ccfg::LocId l) const { return gateAt_[l]; }

private:
  struct Word { // where a lock is
    ccfg::ObjectId object;
    int64_t offset;
    bool operator==(const Word&) const = default;
  };
  struct Lock {
    uint32_t place;          // of the word in a State
    std::vector<bool> gates; // by edge
    ccfg::analysis::Accesses outside;
    // By location, both without passing a gate:
    std::vector<bool> writes; // the word may be written from there on
    std::vector<bool> reachesEnd;
  };

  std::optional<Word> wordAt(logic::Term address) const;
  std::vector<Word> gatesOf(const ccfg::Edge& e) const;
  void addLock(const Word& word, const std::vector<std::vector<Word>>& gatesOf,
               const ccfg::analysis::Accesses& accesses);
  std::vector<bool> locationsThatReachTheEnd(const std::vector<bool>& gates) const;
  void findGateLocations();

  const interp::Code& code_;
  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  std::vector<Lock> locks_;
  std::vector<uint32_t> gateAt_; // by location
};

} // namespace heddle::explore
