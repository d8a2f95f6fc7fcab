// Which threads suffice in a state s. A set P of threads is closed if for each p in P it also has
//   - every thread whose future conflicts with p's next action,
//   - the thread that p's next action joins, if it still runs, or that holds the lock p waits for.
// "Future" is what the other may do before p moves: it ends where a lock that p holds is taken, and where a
// thread is joined that can't end before.
// The search tries the members of a closed P and leaves the others for later.
//
// Why that loses no violation. Let w be a run from s to one; by induction on (length of w, length of the way
// that Search::leads keeps from s to a state of which all threads are tried).
//   1. w has a step of P. The first one, b, comes after steps of outsiders only. None of those conflicts with
//      b, so b was enabled at s and can come first; the run after it is shorter. (An outsider's join of a
//      member waits for the member's end: it is not among those steps.)
//   2. w has none. Then every step a of a member commutes with all of w, and w still leads to the violation
//      after a. A failing assertion is a step of w. A deadlock can't be at the end of w, where a is enabled,
//      unless an outsider is stuck in an atomic section, and what that one waits for a does not change. A
//      race of two outsiders is still pending after a. One of a member and an outsider can't be: the
//      outsider's access is in its future and would have brought it into P. One of two members shows at s,
//      where the pending accesses of all threads are checked. The search needs one such a, the one that s
//      leads by. If there is none (the members are blocked, halt, or run in a circle) the next closed set is
//      tried, and in the end all threads.
// A Halt ends every run, so w has none but perhaps as its last step (a cutoff that is looked for).
//
// Under Contention conflicts by memory are those at contended cells; contention.cpp shows why that is enough.
//
// What it does not see: a program that uses memory after its end while `memory` is not checked may find
// another object at the same address, by an allocation that counts as independent. C gives such a program no
// meaning.
#include "engines/explore/persistent.h"

#include <algorithm>
#include <bit>

namespace heddle::explore {

using interp::StateView;

namespace {

// From here on threads share arenas (interp::arenaCount), and bits run out.
constexpr uint32_t maxThreads = 63;

} // namespace

void PersistentSets::start(const StateView& s, uint32_t mover) {
  sets_.clear();
  const uint32_t count = s.threadCount();
  if (count > maxThreads) return;
  Threads active = 0;
  for (uint32_t t = 1; t <= count; ++t)
    if (!code_.isExit(s.location(t))) active |= 1ull << (t - 1);
  if (std::popcount(active) < 2) return;
  mustJoin_.assign(count, 0);
  for (uint32_t t = 1; t <= count; ++t)
    if ((active >> (t - 1) & 1) != 0) mustJoin_[t - 1] = mustJoin(s, t, active);

  const Threads last = 1ull << (mover - 1);
  for (uint32_t t = 1; t <= count; ++t) {
    if ((active >> (t - 1) & 1) == 0 || independence_.onlyHalts(s.location(t))) continue;
    const Threads set = closure(1ull << (t - 1), mustJoin_);
    if (set != active && std::find(sets_.begin(), sets_.end(), set) == sets_.end()) sets_.push_back(set);
  }
  // The smallest is taken first, from the back; among those of one size one with the last mover.
  std::stable_sort(sets_.begin(), sets_.end(), [&](Threads a, Threads b) {
    const int sizeA = std::popcount(a), sizeB = std::popcount(b);
    return sizeA != sizeB ? sizeA > sizeB : (a & last) < (b & last);
  });
}

// Every other thread that has to be in a set with this one.
PersistentSets::Threads PersistentSets::mustJoin(const StateView& s, uint32_t thread, Threads active) {
  const Independence::Waits waits = independence_.waits(s, thread);
  if (!waits.known) return active;
  Threads result = waits.thread != 0 ? (1ull << (waits.thread - 1)) & active : 0;
  if (waits.blocked) return result;
  Independence::Action action{s, thread};
  for (Threads rest = active; rest != 0; rest &= rest - 1) {
    const auto other = static_cast<uint32_t>(std::countr_zero(rest)) + 1;
    if (other != thread && independence_.conflicts(action, other)) result |= 1ull << (other - 1);
  }
  return result;
}

PersistentSets::Threads PersistentSets::closure(Threads seed, const std::vector<Threads>& mustJoin) {
  Threads set = seed;
  for (Threads added = seed; added != 0;) {
    Threads wanted = 0;
    for (; added != 0; added &= added - 1) wanted |= mustJoin[static_cast<size_t>(std::countr_zero(added))];
    added = wanted & ~set;
    set |= wanted;
  }
  return set;
}

const std::vector<uint32_t>* PersistentSets::next() {
  if (sets_.empty()) return nullptr;
  chosen_.clear();
  for (Threads rest = sets_.back(); rest != 0; rest &= rest - 1)
    chosen_.push_back(static_cast<uint32_t>(std::countr_zero(rest)) + 1);
  sets_.pop_back();
  return &chosen_;
}

} // namespace heddle::explore
