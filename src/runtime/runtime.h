// What is linked into the user's program: it records a run (HEDDLE_RECORD names the file), or forces an order
// of events on it (HEDDLE_REPLAY names the plan), or keeps sections apart (HEDDLE_GUARD names the policy), or
// does nothing. C without dependencies; nothing here
// allocates from the program's heap while an event is recorded, so events in signal handlers are safe.
//
// Order. Every address belongs to a shard, a word that is in one of three states:
//
// - free: nobody has accessed its addresses;
// - owned by a thread: only that thread has accessed them since it owns it. Its accesses are ordered by
// nothing
//   but the thread itself, and cost no atomic operation;
// - versioned: the word counts the writes of its addresses, and is locked while one is being made. A write
// locks
//   the shard, stores, and unlocks it with the next version. A read loads the version, the value, and the
//   version again until both are the same and not locked: so it saw the memory after that write and before
//   the next one of the shard. The event keeps its stage: twice the version for who makes it, and one more
//   for who reads it. Stages order every two conflicting accesses of a shard as they really happened.
//
// A thread owns a shard that it is the first to access; the second one takes it over (shard.c), and the next
// time that it would change hands it becomes versioned for good. Who takes over writes a HEDDLE_AFTER event:
// its next events come after those that the owner had made by then. Who accesses a versioned shard comes, by
// such an event, after the last time that shards became versioned, and so after all who owned it. Calls of
// the thread library take a version of their object: those that release before the call, those that acquire
// after it, so what hands over comes first. Together with the order in each thread, and creation before
// start, end before join, these are edges that go forward in real time: they are acyclic, and the reader
// sorts by them (src/trace/eventorder.h). Not ordered in this way: accesses that cross a 16-byte boundary and
// blocks, beyond their first 16 bytes; those are ordered by synchronization only.
//
// Files: file.c (chunks of the trace), event.h (one event), shard.c, access.c, sync.c (the entry points that
// src/instrument calls), thread.c (threads and fork), module.c (start, tables of sites), replay.c, guard.c.
#ifndef HEDDLE_RUNTIME_RUNTIME_H
#define HEDDLE_RUNTIME_RUNTIME_H

#include "runtime/format.h"

#include <stdbool.h>
#include <stddef.h>

enum HeddleMode { HEDDLE_OFF, HEDDLE_RECORDING, HEDDLE_REPLAYING, HEDDLE_GUARDING };
extern int heddleMode;

// HEDDLE_ACCESSING: the thread may be about to access what it owned when it looked. HEDDLE_AWAITING: it is in
// the runtime, but will look again.
enum HeddleBusy { HEDDLE_IDLE, HEDDLE_ACCESSING, HEDDLE_AWAITING };

struct HeddleThread {
  uint8_t* cursor; // where the next event goes
  uint8_t* limit;
  uint64_t tag;      // a shard's word if this thread owns it
  volatile int busy; // enum HeddleBusy: what a signal handler does meanwhile is not recorded
  uint32_t number;
  uint32_t lost;
  uint32_t sequence;                       // of its next chunk
  uint64_t transition;                     // the last one that the thread's events come after
  uint32_t lastTaken, takenStep, together; // shards that were taken over: see shard.c
  uint8_t* chunk;
  size_t chunkBytes;
  struct HeddlePredictor predictor;
};

// Accesses that follow each other in the code without a call: see access.c.
enum { HEDDLE_RUN = 32 }; // at most
struct HeddleLoaded {
  uint64_t value;
  uint8_t* cursor; // where the next event goes; null: the run is not recorded any further
};

// Null: the thread records nothing, or has not begun.
extern __thread struct HeddleThread* heddleSelf __attribute__((tls_model("initial-exec")));

// ---- file.c
bool heddleOpenTrace(const char* path); // false, with a message: no recording
bool heddleNextChunk(struct HeddleThread* t);
void heddleCloseChunk(struct HeddleThread* t);
struct HeddleModule;
void heddleWriteModule(const struct HeddleModule* m, uint32_t base);
uint64_t heddleNow(void); // since the trace began
void heddleTraceEnded(void);
void heddleMessage(const char* text, const char* more);
void heddleForgetTrace(void); // in a forked child
bool heddleStopped(void);     // nothing more is recorded

// ---- module.c
struct HeddleModule { // made by src/instrument, one a module
  uint64_t hash;
  uint32_t count;
  uint32_t textBytes;
  const char* text;
  uint32_t* base; // where the code of the module finds the number of its first site
};
uint32_t heddleSiteCount(void);
void heddleWriteModules(void); // into a trace that has just begun

// ---- thread.c
void heddleStartThreads(void);
struct HeddleThread* heddleRegisterThread(uint32_t number);
// The thread that runs, registered if it has to be; null if it does not record.
struct HeddleThread* heddleThisThread(void);
uint32_t heddleNumberOfThread(unsigned long handle);
uint32_t heddleOwnNumber(void);
void heddleSleep(long nanoseconds); // less than a second
void heddlePause(unsigned tried);   // before something that others do is looked at again
void heddleLock(volatile int* lock);
void heddleUnlock(volatile int* lock);

// ---- replay.c
bool heddleOpenPlan(const char* path);
void heddleResolveModule(const struct HeddleModule* m, uint32_t base);
// Waits for the thread's turn if this event is a step of the plan; then heddlePassed lets the next one go.
bool heddleGate(uint32_t site, const void* address);
void heddlePassed(void);
// Is this event, when the thread comes to it, a step of the plan?
bool heddleIsNextStep(uint32_t site);
void heddleJoinBegins(uint32_t number); // as a step
void heddleReplayThreadEnds(uint32_t number);

// ---- guard.c
void heddleOpenPolicy(const char* path); // ends the process if it can't be
void heddleGuardModule(const struct HeddleModule* m, uint32_t base);
void heddleGuardThreadBegins(void);
void heddleGuardThreadEnds(void);
void heddleGuardAccess(uint32_t site); // before one, and
void heddleGuardAccessed(void);        // after it
void heddleGuardCall(uint32_t site);
void heddleGuardFunction(bool begins);

// Around an access of a thread that does not record. True: heddleAccessed comes after it.
static inline bool heddleAccess(uint32_t site, const void* address) {
  if (heddleMode == HEDDLE_REPLAYING) return heddleGate(site, address);
  if (heddleMode != HEDDLE_GUARDING) return false;
  heddleGuardAccess(site);
  return true;
}
static inline void heddleAccessed(void) {
  if (heddleMode == HEDDLE_REPLAYING) heddlePassed();
  if (heddleMode == HEDDLE_GUARDING) heddleGuardAccessed();
}
// The same around a call.
static inline bool heddleCall(uint32_t site, const void* object) {
  if (heddleMode == HEDDLE_GUARDING) heddleGuardCall(site);
  return heddleMode == HEDDLE_REPLAYING && heddleGate(site, object);
}

// ---- shards: shard.c

enum { HEDDLE_OWNED = 1, HEDDLE_VERSIONED = 2, HEDDLE_LOCKED = 4, HEDDLE_NUMBER_SHIFT = 3 };
extern uint64_t heddleShards[HEDDLE_SHARDS];
extern uint64_t heddleTransitions; // how often shards have become versioned that somebody had owned

void heddleStartShards(void);
void heddleAdmitOwner(struct HeddleThread* t); // the thread may own shards from now on
void heddleDismissOwner(struct HeddleThread* t);
// Makes the shard one that the thread may access, and returns its word: owned by the thread, or versioned and
// not locked.
uint64_t heddleSettleShard(struct HeddleThread* t, uint64_t* shard, uint64_t word);
void heddleCatchUp(struct HeddleThread* t);

static inline uint64_t* heddleShard(const volatile void* address) {
  return &heddleShards[heddleShardOf((uint64_t)address)];
}

// Before an access, after the shard's word was read: nothing may wait between an access and its event, since
// others take what was recorded for what was done. Who had to wait looks at the word again, unless it has
// locked it.
static inline bool heddleIsUpToDate(struct HeddleThread* t) {
  const uint64_t last = __atomic_load_n(&heddleTransitions, __ATOMIC_ACQUIRE);
  if (__builtin_expect(t->transition == last, 1)) return true;
  heddleCatchUp(t);
  return false;
}

// For those that make a version, whether they write or not.
static inline void heddleLockShard(struct HeddleThread* t, uint64_t* shard) {
  uint64_t w = __atomic_load_n(shard, __ATOMIC_RELAXED);
  for (;;) {
    const bool open = (w & HEDDLE_VERSIONED && !(w & HEDDLE_LOCKED)) || w == t->tag || w == 0;
    if (!open) {
      w = heddleSettleShard(t, shard, w);
      continue;
    }
    const uint64_t versions = w & HEDDLE_VERSIONED ? w : 0;
    if (__atomic_compare_exchange_n(shard, &w, versions | HEDDLE_VERSIONED | HEDDLE_LOCKED, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      break;
  }
  while (!heddleIsUpToDate(t)) continue;
}

// Returns the stage of who made the version.
static inline uint64_t heddleUnlockShard(uint64_t* shard) {
  const uint64_t version = (*shard >> HEDDLE_NUMBER_SHIFT) + 1;
  __atomic_store_n(shard, version << HEDDLE_NUMBER_SHIFT | HEDDLE_VERSIONED, __ATOMIC_RELEASE);
  return 2 * version;
}

// ---- guards against signal handlers

static inline struct HeddleThread* heddleEnter(void) {
  struct HeddleThread* t = heddleSelf;
  if (__builtin_expect(!t, 0)) t = heddleMode == HEDDLE_RECORDING ? heddleThisThread() : NULL;
  if (__builtin_expect(!t, 0)) return NULL;
  if (__builtin_expect(t->busy, 0)) {
    ++t->lost;
    return NULL;
  }
  t->busy = HEDDLE_ACCESSING;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return t;
}

static inline void heddleLeave(struct HeddleThread* t) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  t->busy = HEDDLE_IDLE;
}

#endif
