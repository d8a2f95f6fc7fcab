// Optimistic independence: all memory belongs to one thread at a time until a search shows otherwise.
//
// Points-to can't tell the slices of an array apart, nor a thread's own frame from its siblings'. So a search
// takes it that no two threads meet at a cell (a byte of an object, or of all blocks of one allocation site)
// (or free and allocate in one arena) but at those known to be contended, and checks that as it goes: it
// notes which epoch (forkjoin.h) accesses what. Two accesses that forks and joins don't order, one of them a
// write, make their cells contended; then the search has to be made again. After Stoller and Cohen,
// "Optimistic synchronization-based state-space reduction" (2003), and like dynamic reductions (Dwyer et al.
// 2004; Flanagan and Godefroid 2005) in that accesses are told by executing them. See contention.cpp for why
// a search that finds no such pair missed none.
#pragma once

#include "ccfg/analysis/memory/accesses.h"
#include "engines/explore/forkjoin.h"
#include "interp/pending.h"

#include <unordered_map>

namespace heddle::explore {

class Contention {
public:
  Contention(const interp::Code& code, const ccfg::analysis::Accesses& accesses);

  // Does the edge have to be logged: may it access what is not known to be contended, or fork, or join?
  bool isWatched(ccfg::EdgeId e, uint32_t threads) const {
    return ordering_[e] || (threads > 1 && watched_[e]);
  }
  // An edge was tried in state `before`; `after` is garbage unless it was executed. Gives the clocks after
  // it.
  ForkJoinOrder::Clocks note(const interp::StateView& before, const interp::State* after,
                             ForkJoinOrder::Clocks clocks, uint32_t thread, ccfg::EdgeId e,
                             const interp::StepLog& step);
  // Whatever the edge accesses is contended.
  bool isSettled(ccfg::EdgeId e) const { return settled_[e]; }
  // Did the step access nothing that is known to be contended?
  bool isQuiet(const interp::StateView& before, const interp::State& after, uint32_t thread, ccfg::EdgeId e,
               const interp::StepLog& step) const;

  // The search must be made again: it did not reckon with all that is contended, or there are so many threads
  // that it is not worth it to keep them in order.
  bool isRefuted() const { return !found_.empty() || hasTooManyThreads(); }
  bool hasTooManyThreads() const { return !givenUp_ && order_.hadTooManyThreads(); }
  void startAgain(); // reckon with it

  uint64_t cells() const { return cells_; }

private:
  struct Cells { // up to eight bytes of an object
    ccfg::ObjectId object = ccfg::none;
    uint64_t block = 0;
    uint8_t bytes = 0;
  };
  struct User {
    ForkJoinOrder::Epoch epoch;
    Cells cells; // accessed
    uint8_t written;
  };

  bool mayBeAlone(const ccfg::analysis::Access& a) const;
  void findSizes();
  void findWatched();
  // The abstract object, `none` if there is none.
  interp::ObjectPlace placeOf(const interp::StateView& before, const interp::State* after,
                              uint64_t address) const;
  uint8_t contendedBytes(ccfg::ObjectId object, uint64_t block) const;
  void noteAccess(const interp::StateView& before, const interp::State* after, ForkJoinOrder::Epoch epoch,
                  const interp::Access& a, bool write);
  // The arenas (interp/layout.h) in which the step allocates or frees; they count as objects.
  std::vector<ccfg::ObjectId> arenasOf(uint32_t thread, ccfg::EdgeId e, const interp::StepLog& step) const;
  void noteUse(uint64_t block, const Cells& cells, ForkJoinOrder::Epoch epoch, bool write);
  void makeContended(const Cells& cells);

  const interp::Code& code_;
  const ccfg::analysis::Accesses& accesses_;
  ForkJoinOrder order_;
  ccfg::ObjectId firstArena_;                                  // they come after the program's objects
  std::vector<bool> ordering_, allocates_, watched_, settled_; // by edge
  std::vector<uint64_t> sizes_;                                // by abstract object; 0: not known
  std::vector<bool> whole_;        // by abstract object, and arena: all of its bytes are contended
  std::vector<uint32_t> blocksOf_; // by abstract object, and arena: how many are
  std::unordered_map<uint64_t, uint8_t> contended_;       // by object and block
  std::unordered_map<uint64_t, std::vector<User>> users_; // by block of addresses
  std::vector<Cells> found_;
  uint64_t cells_ = 0;
  bool givenUp_ = false; // everything is contended
};

} // namespace heddle::explore
