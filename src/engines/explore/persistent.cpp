// Which threads suffice in a state s. A set P of threads is closed if for each p in P
//   - every thread outside whose future conflicts with p's next action is in P as well, and
//   - the thread that p's next action joins, if it still runs, is in P as well.
// The search tries the members of a closed P and leaves the others for later.
//
// Why that loses no violation. Let w be a run from s to one; by induction on (length of w, number of states
// that the search expands after s).
//   1. w contains a step of P. The first one, b, comes after steps of outsiders only; none of those conflicts
//   with
//      b, so b was enabled at s and can come first. The run after b is shorter. (That a join of an outsider
//      waits for a member's end, or that a member's end lets one go on, does no harm: it can't happen before
//      b.)
//   2. w contains none. Then every step a of a member commutes with all of w, and w still leads to the
//   violation
//      after a: a failing assertion is a step of w; a deadlock can't be at the end of w, since a is enabled
//      there; a race between two outsiders is still pending after a; one between a member and an outsider
//      can't be, since the outsider's pending access is in its future and would have brought it into P; and
//      one between two members shows at s, where the pending accesses of all threads are checked. The search
//      needs one such a whose target is expanded after s: it is new, or still waits. If there is none (the
//      members are blocked, halt, or run in a circle), the next closed set is tried, and in the end all
//      threads.
// A Halt ends every run, so w has none but perhaps as its last step (when it is a cutoff that is looked for).
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
  const Independence::Joins joins = independence_.joins(s, thread);
  if (!joins.known) return active;
  Threads result = joins.thread != 0 ? 1ull << (joins.thread - 1) : 0;
  for (Threads rest = active; rest != 0; rest &= rest - 1) {
    const auto other = static_cast<uint32_t>(std::countr_zero(rest)) + 1;
    if (other != thread && independence_.conflicts(s, thread, s.location(other)))
      result |= 1ull << (other - 1);
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
