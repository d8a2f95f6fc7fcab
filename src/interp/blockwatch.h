// Marked blocks while an execution goes on (property `atomicity`): what the block that a thread is in has
// accessed, and what other threads have done to that since. Kept at the end of a State, so that states in
// which different accesses break a block are different.
//
// Of each byte that a block has accessed one of these is known; an access of the block to a broken byte, or a
// write to one that was seen, is the third access of a violation (Wang et al. 2010, section 3).
//
//            block reads   block writes   another reads   another writes
//   (none)   Read          Written
//   Read     Read          Written        Read            Broken
//   Written  Written       Written        Seen            Broken
//   Seen     Seen          violation      Seen            Broken
//   Broken   violation     violation      Broken          Broken
//
// Under tso and pso accesses count when they are made.
#pragma once

#include "interp/code.h"
#include "interp/log.h"
#include "interp/state.h"

#include <optional>

namespace heddle::interp {

class BlockWatch {
public:
  explicit BlockWatch(const Code& code);

  // A thread has executed an edge with these accesses. The access that breaks its block, if one does.
  std::optional<Access> step(State& s, uint32_t thread, ccfg::EdgeId e, const std::vector<Access>& accesses);

private:
  struct Byte {
    uint32_t thread;
    uint64_t address;
    Watched::What what;
  };

  void load(const StateView& s);
  void save(State& s) const;
  uint32_t& depthOf(uint32_t thread);
  void mark(uint32_t thread, ccfg::MarkKind kind);
  bool counts(const Access& a) const;
  void forget(const Access& freed);
  bool own(uint32_t thread, const Access& a); // true: it breaks the block
  void byOther(uint32_t thread, const Access& a);

  const Code& code_;
  std::vector<bool> marks_, counts_;                  // by edge: has marks; its accesses count
  std::vector<std::pair<uint32_t, uint32_t>> depths_; // thread, how many blocks it is in; by thread
  std::vector<Byte> bytes_;                           // by thread and address
};

// The three accesses of a violation, as indices of steps; made from the accesses of all steps, the last of
// which breaks the block of its thread.
struct BlockStep {
  uint32_t thread;
  ccfg::EdgeId edge; // none: a store reaches memory
  std::vector<Access> accesses;
};
struct BrokenBlock {
  size_t first, other, second; // steps
  Access a1, b, a2;
};
std::optional<BrokenBlock> brokenBlock(const Code& code, const std::vector<BlockStep>& steps);

} // namespace heddle::interp
