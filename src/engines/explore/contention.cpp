// Which cells threads meet at; see contention.h.
//
// Let K be the contended cells. A pair is two accesses of different threads to one cell outside K, at least
// one of them a write, that forks and joins don't order. An edge that is tried accesses what it reads before
// it turns out to be disabled, too. Reading uninitialised memory writes it, freeing writes the whole object.
//
// Theorem. If no run along the reduced search has a pair, then no run at all has one.
// The search notes accesses for all of its runs at once, so what it compares are at least the pairs of each
// run: clocks are kept with states (Search), hence what is compared with an access after a state does not
// depend on how the state was reached first.
// Proof. Suppose there is a run r w with a pair, where r is a run of the search up to a state s and w, of all
// edges, ends with the try of an edge that makes the pair. Induction as in persistent.cpp, on the length of w
// and then on the way that Search::leads keeps. Let P be the set of threads that the search tries in s, and
// the action of a thread in P all its edges there. If w is empty then r has the pair.
//   1. Some step or try o of w, by a thread outside of P and before any step of P, touches a cell outside K
//      that the action of a member m accesses in s, one of the two writing. Take the first one. Nothing
//      before it changed what the action reads, so the search tries the action in s with the same accesses. o
//      and they are not in order: m has not moved since, and what others know of m's present epoch they could
//      only know from m's forks, which end the epoch, or from m's end. So the part of w up to o, with the
//      last step only tried, has a pair with the search's own try: w gets shorter, or was this part already
//      and has no step of P, see 3.
//   2. Else, if w has a step of P, the first one is independent of all before it: at cells outside K by 1, at
//      others and in all that is not memory by static independence. It can be made first; the pair is still
//      one, since the steps that were swapped don't order anything. If what makes it is the last try itself
//      then the search makes it in s.
//   3. Else w has no step of P. Let a be the step of m by which s leads on. If o of w is the first that meets
//      it outside K then a, what is before o, and the try of o make a pair: before the cell where they meet,
//      o reads what it read without a, so it still gets there, even if only to find itself disabled or the
//      object freed (StepLog::refused). If none meets a then a commutes with w, and r a w has the pair. In
//      both cases s's way got shorter, and w not longer.
// So in a finished search without pairs, actions that access nothing in K are independent of whatever others
// do to memory, in all runs, and persistent.cpp holds with this independence. In particular there is no race
// outside K: the two pending accesses would be a pair.
//
// K is told by object and offset, not by address: where a block lies may differ between runs that only differ
// in the order of independent steps.
#include "engines/explore/contention.h"

#include <algorithm>
#include <bit>

namespace heddle::explore {

using ccfg::none;
using ccfg::ObjectId;
using interp::State;
using interp::StateView;

namespace {

constexpr uint64_t blockBytes = 8;
constexpr uint32_t maxBlocks = 16;      // of an object; if more are contended then all of it is
constexpr uint64_t maxNoted = 64 << 10; // bytes of one access; what is larger is contended

template <typename T>
bool has(const ccfg::Edge& e) {
  return std::any_of(e.ops.begin(), e.ops.end(),
                     [](const ccfg::Operation& op) { return std::holds_alternative<T>(op); });
}

uint64_t keyOf(ObjectId object, uint64_t block) { return static_cast<uint64_t>(object) << 32 | block; }

// The bytes of [begin, end) that lie in the block.
uint8_t bytesIn(uint64_t block, uint64_t begin, uint64_t end) {
  const uint64_t base = block * blockBytes;
  const uint64_t from = std::max(begin, base) - base, to = std::min(end, base + blockBytes) - base;
  return static_cast<uint8_t>((1u << to) - (1u << from));
}

} // namespace

Contention::Contention(const interp::Code& code, const ccfg::analysis::Accesses& accesses)
    : code_(code), accesses_(accesses), firstArena_(static_cast<ObjectId>(code.program().objects.size())),
      whole_(firstArena_ + interp::arenaCount), blocksOf_(whole_.size()) {
  for (const ccfg::Edge& e : code.program().edges) {
    ordering_.push_back(has<ccfg::Fork>(e) || has<ccfg::Join>(e));
    allocates_.push_back(has<ccfg::Alloc>(e));
  }
  findSizes();
  findWatched();
}

void Contention::findSizes() {
  sizes_.resize(firstArena_);
  std::vector<bool> known(firstArena_, true);
  for (ObjectId o = 0; o < firstArena_; ++o) {
    const uint64_t size = code_.layout().object(o).size; // 0: each block has its own
    const ObjectId abstract = accesses_.abstractOf(o);
    known[abstract] = known[abstract] && size != 0;
    sizes_[abstract] = known[abstract] ? std::max(sizes_[abstract], size) : 0;
  }
}

void Contention::findWatched() {
  watched_.assign(ordering_.size(), false);
  settled_ = watched_;
  for (ccfg::EdgeId e = 0; e < watched_.size(); ++e) {
    const auto isAlone = [&](const ccfg::analysis::Access& a) {
      return accesses_.isShared(a.object) && mayBeAlone(a);
    };
    const std::vector<ccfg::analysis::Access>& all = accesses_.of(e);
    watched_[e] = accesses_.touchesArena(e) || std::ranges::any_of(all, isAlone);
    const auto isShared = [&](const ccfg::analysis::Access& a) { return accesses_.isShared(a.object); };
    settled_[e] = !watched_[e] && std::ranges::any_of(all, isShared);
  }
}

// Is it possible that some byte that it accesses is not contended?
bool Contention::mayBeAlone(const ccfg::analysis::Access& a) const {
  if (whole_[a.object]) return false;
  const bool exact = a.offsets.isExact() && a.offsets.residue >= 0;
  const uint64_t begin = exact ? static_cast<uint64_t>(a.offsets.residue) : 0;
  const uint64_t end = exact ? begin + a.bytes : sizes_[a.object];
  if (end == 0 || end - begin > maxBlocks * blockBytes) return true;
  for (uint64_t block = begin / blockBytes; block * blockBytes < end; ++block)
    if ((bytesIn(block, begin, end) & ~contendedBytes(a.object, block)) != 0) return true;
  return false;
}

interp::ObjectPlace Contention::placeOf(const StateView& before, const State* after, uint64_t address) const {
  interp::ObjectPlace place = interp::placeOf(code_, before, address);
  if (place.object == none && after)
    place = interp::placeOf(code_, after->view(), address); // allocated just now
  if (place.object != none) place.object = accesses_.abstractOf(place.object);
  return place;
}

uint8_t Contention::contendedBytes(ObjectId object, uint64_t block) const {
  if (whole_[object]) return UINT8_MAX;
  const auto known = contended_.find(keyOf(object, block));
  return known == contended_.end() ? 0 : known->second;
}

bool Contention::isQuiet(const StateView& before, const State& after, uint32_t thread, ccfg::EdgeId e,
                         const interp::StepLog& step) const {
  if (givenUp_ || step.refused || !step.values.empty()) return false;
  for (ObjectId arena : arenasOf(thread, e, step))
    if (whole_[arena]) return false;
  for (const interp::Access& a : step.accesses) {
    const interp::ObjectPlace place = placeOf(before, &after, a.address);
    if (place.object == none || a.bytes > maxNoted) return false;
    const uint64_t begin = place.offset, end = begin + std::max<uint64_t>(a.bytes, 1);
    for (uint64_t block = begin / blockBytes; block * blockBytes < end; ++block)
      if ((bytesIn(block, begin, end) & contendedBytes(place.object, block)) != 0) return false;
  }
  return true;
}

ForkJoinOrder::Clocks Contention::note(const StateView& before, const State* after,
                                       ForkJoinOrder::Clocks clocks, uint32_t thread, ccfg::EdgeId e,
                                       const interp::StepLog& step) {
  if (before.threadCount() > 1) { // all that comes before the first fork is in order
    const ForkJoinOrder::Epoch epoch = order_.epochOf(clocks, thread);
    const bool chooses = !step.values.empty(); // the content of what was never written, perhaps
    for (const interp::Access& a : step.accesses) noteAccess(before, after, epoch, a, a.isWrite || chooses);
    if (step.refused) noteAccess(before, after, epoch, *step.refused, step.refused->isWrite);
    for (ObjectId arena : arenasOf(thread, e, step))
      if (!whole_[arena]) noteUse(UINT64_MAX - arena, {arena, 0, 1}, epoch, true);
  }
  return after && (step.forked != 0 || step.joined != 0) ? order_.after(clocks, thread, step) : clocks;
}

void Contention::noteAccess(const StateView& before, const State* after, ForkJoinOrder::Epoch epoch,
                            const interp::Access& a, bool write) {
  const interp::ObjectPlace place = placeOf(before, after, a.address);
  if (place.object != none && !accesses_.isShared(place.object)) return;
  if (a.bytes > maxNoted) {
    if (place.object != none && !whole_[place.object]) found_.push_back({place.object, 0, 0});
    return;
  }
  const uint64_t begin = a.address, end = begin + std::max<uint64_t>(a.bytes, 1);
  const uint64_t base = (a.address - place.offset) / blockBytes; // objects start at whole blocks
  for (uint64_t block = begin / blockBytes; block * blockBytes < end; ++block) {
    Cells cells{place.object, block - base, bytesIn(block, begin, end)};
    if (cells.object != none)
      cells.bytes = static_cast<uint8_t>(cells.bytes & ~contendedBytes(cells.object, cells.block));
    if (cells.bytes != 0) noteUse(block, cells, epoch, write);
  }
}

std::vector<ObjectId> Contention::arenasOf(uint32_t thread, ccfg::EdgeId e,
                                           const interp::StepLog& step) const {
  std::vector<ObjectId> arenas;
  if (!accesses_.touchesArena(e)) return arenas;
  if (allocates_[e]) arenas.push_back(firstArena_ + thread % interp::arenaCount);
  const interp::Layout& layout = code_.layout();
  for (const interp::Access& a : step.accesses)
    if (a.isFree) {
      const auto slot = static_cast<uint32_t>(a.address >> layout.shift());
      arenas.push_back(firstArena_ + (slot - layout.arenaBegin(0)) / layout.arenaSize());
    }
  return arenas;
}

void Contention::noteUse(uint64_t block, const Cells& cells, ForkJoinOrder::Epoch epoch, bool write) {
  std::vector<User>& users = users_[block];
  auto own = std::find_if(users.begin(), users.end(),
                          [&](const User& u) { return u.epoch == epoch && u.cells.object == cells.object; });
  if (own == users.end()) own = users.insert(own, {epoch, {cells.object, cells.block, 0}, 0});
  const uint8_t noted = write ? own->written : own->cells.bytes;
  if ((cells.bytes & ~noted) == 0) return;
  own->cells.bytes |= cells.bytes;
  if (write) own->written |= cells.bytes;
  for (const User& u : users) {
    const auto meet = static_cast<uint8_t>(cells.bytes & (write ? u.cells.bytes : u.written));
    if (meet == 0 || !order_.concurrent(u.epoch, epoch)) continue;
    // An address may be that of several objects in turn, or of none.
    for (const Cells& c : {cells, u.cells})
      if (c.object != none) found_.push_back({c.object, c.block, meet});
  }
}

void Contention::makeContended(const Cells& cells) {
  if (cells.bytes == 0 || cells.object >= firstArena_) {
    whole_[cells.object] = true;
    return;
  }
  uint8_t& known = contended_[keyOf(cells.object, cells.block)];
  if (known == 0 && ++blocksOf_[cells.object] > maxBlocks) whole_[cells.object] = true;
  cells_ += static_cast<uint64_t>(std::popcount(static_cast<uint8_t>(cells.bytes & ~known)));
  known |= cells.bytes;
}

void Contention::startAgain() {
  for (const Cells& c : found_) makeContended(c);
  found_.clear();
  users_.clear();
  findWatched();
  if (!order_.hadTooManyThreads()) return;
  givenUp_ = true;
  watched_.assign(watched_.size(), false);
  ordering_ = watched_;
}

} // namespace heddle::explore
