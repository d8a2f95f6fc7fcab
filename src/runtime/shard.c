// Who owns shards, and how they change hands: see runtime.h.
//
// An owner looks at the word and then accesses memory, with no atomic operation in between; it says before
// that it is busy. Who wants the shard takes the word away, makes every running thread see that (membarrier),
// and waits until the owner is not busy: then the owner's accesses are over, and the next time it looks it
// sees that it owns nothing. Where the system has no such barrier nobody owns anything, and all shards are
// versioned.
#define _GNU_SOURCE
#include "runtime/event.h"

#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

uint64_t heddleShards[HEDDLE_SHARDS] __attribute__((aligned(HEDDLE_PAGE)));
uint64_t heddleTransitions;

enum { maxOwners = 1 << 20, mostTogether = 256 };
static struct HeddleThread** owners;                                       // by number; null: it has ended
static uint8_t moved[HEDDLE_SHARDS] __attribute__((aligned(HEDDLE_PAGE))); // 1: it has changed hands
static volatile int ownerLock; // taken by who is awaiting, never by who is accessing

// How far a thread had got.
struct Position {
  uint32_t thread, chunk;
  uint64_t offset;
};
static struct Position lastTransition; // of who made shards versioned

static const uint64_t nobody = ~(uint64_t)HEDDLE_VERSIONED; // no word is ever this

void heddleStartShards(void) {
  // Also in a forked child, where the threads that owned shards are not.
  madvise(heddleShards, sizeof heddleShards, MADV_DONTNEED);
  madvise(moved, sizeof moved, MADV_DONTNEED);
  ownerLock = 0;
  heddleTransitions = 0;
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) return;
  if (owners) munmap(owners, maxOwners * sizeof *owners);
  owners = mmap(NULL, maxOwners * sizeof *owners, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (owners == MAP_FAILED) owners = NULL;
}

void heddleAdmitOwner(struct HeddleThread* t) {
  t->tag = nobody;
  if (!owners || t->number >= maxOwners) return;
  owners[t->number] = t;
  t->tag = (uint64_t)t->number << HEDDLE_NUMBER_SHIFT | HEDDLE_OWNED;
}

void heddleDismissOwner(struct HeddleThread* t) {
  t->busy = HEDDLE_AWAITING;
  heddleLock(&ownerLock);
  if (t->tag != nobody) owners[t->number] = NULL;
  t->tag = nobody;
  heddleUnlock(&ownerLock);
  t->busy = HEDDLE_ACCESSING;
}

// A chunk is taken away before its number is counted up, and the next one is given afterwards: if the number
// stays the same, chunk and cursor belong to it.
static bool readPosition(struct HeddleThread* t, struct Position* out) {
  const uint32_t before = __atomic_load_n(&t->sequence, __ATOMIC_ACQUIRE);
  const uint8_t* chunk = __atomic_load_n(&t->chunk, __ATOMIC_ACQUIRE);
  const uint8_t* cursor = __atomic_load_n(&t->cursor, __ATOMIC_ACQUIRE);
  const uint32_t after = __atomic_load_n(&t->sequence, __ATOMIC_ACQUIRE);
  if (before != after || !chunk || !cursor) return false;
  *out = (struct Position){t->number, before - 1, (uint64_t)(cursor - chunk)};
  return true;
}

// After the barrier: how far the thread had got with what it owned when it looked. That is over when it is
// not accessing, and also when its cursor has moved: an access is made before its event, and looked for anew
// after it. A new chunk is no event: it may come between the two.
static struct Position positionOf(uint32_t number) {
  struct Position before = {number, heddleEverything, 0}, now = before;
  struct HeddleThread* t = owners[number];
  if (!t) return now;
  for (unsigned tried = 0;; ++tried) {
    const bool accessing = __atomic_load_n(&t->busy, __ATOMIC_ACQUIRE) == HEDDLE_ACCESSING;
    const bool known = readPosition(t, &now);
    if (!accessing && (known || heddleStopped())) return now;
    if (known && now.chunk == before.chunk && now.offset != before.offset) return now;
    if (known) before = now;
    heddlePause(tried);
  }
}

// Shards that are taken over follow each other with a step, as the addresses do: if one comes where it was
// expected, twice as many go together. Elsewhere fewer do, but with the same step, which goes on in the next
// row or column.
static unsigned expectMore(struct HeddleThread* t, uint32_t at) {
  const uint32_t step = (at - t->lastTaken) % HEDDLE_SHARDS;
  if (step == t->takenStep) {
    t->together = t->together < mostTogether ? 2 * t->together : mostTogether;
  } else if ((t->together /= 2) <= 1) {
    t->together = 1;
    t->takenStep = step;
  }
  t->lastTaken = (at + (t->together - 1) * t->takenStep) % HEDDLE_SHARDS;
  return t->together;
}

static void becomeVersioned(struct HeddleThread* t) {
  // Who comes after this transition comes after all before it.
  if (t->transition != heddleTransitions)
    heddleEmitAfter(t, lastTransition.thread, lastTransition.chunk, lastTransition.offset);
  if (!readPosition(t, &lastTransition)) lastTransition = (struct Position){t->number, heddleEverything, 0};
  t->transition = heddleTransitions + 1;
  __atomic_store_n(&heddleTransitions, t->transition, __ATOMIC_RELEASE);
}

static void takeOver(struct HeddleThread* t, uint32_t at, uint64_t word) {
  const unsigned count = expectMore(t, at);
  uint32_t taken[mostTogether];
  unsigned n = 0;
  bool versioned = false;
  for (unsigned i = 0; i < count; ++i, at = (at + t->takenStep) % HEDDLE_SHARDS) {
    uint64_t expected = word;
    if (__atomic_load_n(&heddleShards[at], __ATOMIC_RELAXED) != word ||
        !__atomic_compare_exchange_n(&heddleShards[at], &expected, (uint64_t)HEDDLE_LOCKED, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      continue;
    taken[n++] = at;
    versioned |= moved[at] || t->tag == nobody;
  }
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  const struct Position owner = positionOf((uint32_t)(word >> HEDDLE_NUMBER_SHIFT));
  heddleEmitAfter(t, owner.thread, owner.chunk, owner.offset);
  if (versioned) becomeVersioned(t);
  for (unsigned i = 0; i < n; ++i) {
    const uint64_t next = moved[taken[i]] || t->tag == nobody ? (uint64_t)HEDDLE_VERSIONED : t->tag;
    __atomic_store_n(&heddleShards[taken[i]], next, __ATOMIC_RELEASE);
    moved[taken[i]] = 1;
  }
}

void heddleCatchUp(struct HeddleThread* t) {
  t->busy = HEDDLE_AWAITING;
  heddleLock(&ownerLock);
  heddleEmitAfter(t, lastTransition.thread, lastTransition.chunk, lastTransition.offset);
  t->transition = heddleTransitions;
  heddleUnlock(&ownerLock);
  t->busy = HEDDLE_ACCESSING;
}

static void await(struct HeddleThread* t, const uint64_t* shard) {
  t->busy = HEDDLE_AWAITING; // whoever has locked the shard may wait for this thread
  for (unsigned tried = 0; __atomic_load_n(shard, __ATOMIC_ACQUIRE) & HEDDLE_LOCKED; ++tried)
    heddlePause(tried);
  __atomic_store_n(&t->busy, HEDDLE_ACCESSING, __ATOMIC_SEQ_CST);
}

uint64_t heddleSettleShard(struct HeddleThread* t, uint64_t* shard, uint64_t word) {
  for (;; word = __atomic_load_n(shard, __ATOMIC_ACQUIRE)) {
    if (word == t->tag) return word;
    if (word & HEDDLE_LOCKED) {
      await(t, shard);
    } else if (word & HEDDLE_VERSIONED) {
      return word;
    } else if (word == 0) {
      uint64_t expected = 0;
      const uint64_t fresh = t->tag == nobody ? (uint64_t)HEDDLE_VERSIONED : t->tag;
      __atomic_compare_exchange_n(shard, &expected, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    } else {
      t->busy = HEDDLE_AWAITING;
      heddleLock(&ownerLock);
      const uint64_t now = __atomic_load_n(shard, __ATOMIC_ACQUIRE);
      if (now & HEDDLE_OWNED && now != t->tag) takeOver(t, (uint32_t)(shard - heddleShards), now);
      heddleUnlock(&ownerLock);
      __atomic_store_n(&t->busy, HEDDLE_ACCESSING, __ATOMIC_SEQ_CST);
    }
  }
}
