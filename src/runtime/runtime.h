// What is linked into the user's program: it records a run (HEDDLE_RECORD names the file), or forces an order
// of events on it (HEDDLE_REPLAY names the plan), or does nothing. C without dependencies; nothing here
// allocates from the program's heap while an event is recorded, so events in signal handlers are safe.
//
// Order. Every address belongs to a shard, a word that counts the writes of its addresses and is odd while
// one is being made. A write locks the shard, stores, and unlocks it with the next version. A read loads the
// version, the value, and the version again until both are the same and even: so it saw the memory after that
// write and before the next one of the shard. Versions therefore order every two conflicting accesses as they
// really happened (they have the same shard), and reads cost no atomic operation. Calls of the thread library
// take a version of their object: those that release before the call, those that acquire after it, so what
// hands over comes first. Together with the order in each thread, and creation before start, end before join,
// these are edges that go forward in real time: they are acyclic, and the reader sorts by them
// (src/trace/order.h). Not ordered in this way: accesses that cross an 8-byte boundary and blocks, beyond
// their first 8 bytes; those are ordered by synchronization only.
//
// Files: file.c (chunks of the trace), event.h (one event), access.c, sync.c (the entry points that
// src/instrument calls), thread.c (threads and fork), module.c (start, tables of sites), replay.c.
#ifndef HEDDLE_RUNTIME_RUNTIME_H
#define HEDDLE_RUNTIME_RUNTIME_H

#include "runtime/format.h"

#include <stdbool.h>
#include <stddef.h>

enum HeddleMode { HEDDLE_OFF, HEDDLE_RECORDING, HEDDLE_REPLAYING };
extern int heddleMode;

struct HeddleThread {
  uint8_t* cursor; // where the next event goes
  uint8_t* limit;
  volatile int busy; // in the runtime: what a signal handler does meanwhile is not recorded
  uint32_t number;
  uint32_t lost;
  uint32_t sequence; // of its next chunk
  uint8_t* chunk;
  size_t chunkBytes;
  struct HeddlePredictor predictor;
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
void heddleReplayThreadEnds(uint32_t number);

// ---- shards

extern uint64_t heddleShards[HEDDLE_SHARDS];
uint64_t heddleWaitShard(uint64_t* shard); // until it is even

static inline uint64_t* heddleShard(const void* address) {
  return &heddleShards[heddleShardOf((uint64_t)address)];
}

static inline void heddleLockShard(uint64_t* shard) {
  uint64_t v = __atomic_load_n(shard, __ATOMIC_RELAXED);
  do {
    if (v & 1) v = heddleWaitShard(shard);
  } while (!__atomic_compare_exchange_n(shard, &v, v + 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
}

// Returns the version that was made.
static inline uint64_t heddleUnlockShard(uint64_t* shard) {
  const uint64_t v = *shard + 1;
  __atomic_store_n(shard, v, __ATOMIC_RELEASE);
  return v >> 1;
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
  t->busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return t;
}

static inline void heddleLeave(struct HeddleThread* t) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  t->busy = 0;
}

#endif
