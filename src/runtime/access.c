// The entry points for memory accesses, functions and results. Loads and stores are made here, inside the
// shard's version (see runtime.h).
#include "runtime/event.h"

#include <sched.h>
#include <string.h>

uint64_t heddleShards[HEDDLE_SHARDS];

uint64_t heddleWaitShard(uint64_t* shard) {
  for (unsigned spins = 0;; ++spins) {
    const uint64_t v = __atomic_load_n(shard, __ATOMIC_ACQUIRE);
    if (!(v & 1)) return v;
    if (spins > 64) sched_yield(); // its owner may not be running
  }
}

#define WORD(bits) typedef uint##bits##_t __attribute__((aligned(1), may_alias)) Word##bits
WORD(8);
WORD(16);
WORD(32);
WORD(64);

// Each entry point has two ways. Mostly the site and the address of an access were predicted; the fast way looks
// whether that is so, in registers that calls may use. Until it is sure it changes nothing but `busy`, and
// everything else goes the slow way.
//
// `keep`: is the value recorded? Those of floating-point numbers are not: no model computes with them.

struct Predicted {
  uint8_t* at; // null: site, address or room are not as predicted
  struct HeddleStride* stride;
  struct HeddleCell* cell;
};

static inline struct Predicted predict(struct HeddleThread* t, const volatile void* address, uint32_t site) {
  struct HeddlePredictor* p = &t->predictor;
  struct Predicted e = {t->cursor, heddleStride(p, site), heddleCell(p, (uint64_t)address)};
  const bool room = e.at + HEDDLE_MAX_EVENT <= t->limit;
  const bool known =
      *heddleSuccessor(p) == site && (uint64_t)address - e.stride->address == (uint64_t)e.stride->step;
  if (__builtin_expect(!(room && known), 0)) e.at = NULL;
  return e;
}

static inline void emitPredicted(struct HeddleThread* t, struct Predicted e, unsigned kind,
                                 const volatile void* address, uint32_t site, uint64_t version, uint64_t value,
                                 bool keep) {
  t->predictor.lastSite = site;
  e.stride->address = (uint64_t)address;
  uint8_t* at = e.at + 1;
  const uint64_t surprise = version - heddleNextVersion(e.cell, kind);
  if (surprise != 0) {
    at = heddlePutNumber(at, heddleZigzag((int64_t)surprise));
    kind |= HEDDLE_HAS_VERSION;
  }
  e.cell->version = version;
  if (keep && value != e.cell->value) {
    at = heddlePutNumber(at, heddleZigzag((int64_t)(value - e.cell->value)));
    e.cell->value = value;
    kind |= HEDDLE_HAS_VALUE;
  }
  t->cursor = at;
  __atomic_store_n(e.at, (uint8_t)kind, __ATOMIC_RELEASE);
}

static inline void begin(struct HeddleThread* t) {
  t->busy = 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#define SLOW static __attribute__((noinline, cold))

#define DEFINE_LOAD(bits, name, keep)                                                                        \
  SLOW uint##bits##_t name##_slow(const volatile Word##bits* p, uint32_t site) {                             \
    struct HeddleThread* t = heddleEnter();                                                                  \
    if (!t) {                                                                                                \
      const bool step = heddleMode == HEDDLE_REPLAYING && heddleGate(site, (const void*)p);                  \
      const uint##bits##_t value = *p;                                                                       \
      if (step) heddlePassed();                                                                              \
      return value;                                                                                          \
    }                                                                                                        \
    uint64_t* shard = heddleShard((const void*)p);                                                           \
    uint64_t version;                                                                                        \
    uint##bits##_t value;                                                                                    \
    for (;;) {                                                                                               \
      version = __atomic_load_n(shard, __ATOMIC_ACQUIRE);                                                    \
      if (__builtin_expect(version & 1, 0)) version = heddleWaitShard(shard);                                \
      value = *p;                                                                                            \
      __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                               \
      if (__builtin_expect(__atomic_load_n(shard, __ATOMIC_RELAXED) == version, 1)) break;                   \
    }                                                                                                        \
    heddleEmitAccess(t, HEDDLE_READ, site, (uint64_t)p, version >> 1, value, keep);                          \
    heddleLeave(t);                                                                                          \
    return value;                                                                                            \
  }                                                                                                          \
  uint##bits##_t name(const volatile Word##bits* p, uint32_t site) {                                         \
    struct HeddleThread* t = heddleSelf;                                                                     \
    if (__builtin_expect(!t || t->busy, 0)) return name##_slow(p, site);                                     \
    begin(t);                                                                                                \
    const struct Predicted e = predict(t, p, site);                                                          \
    const uint64_t* shard = heddleShard((const void*)p);                                                     \
    const uint64_t version = __atomic_load_n(shard, __ATOMIC_ACQUIRE);                                       \
    const uint##bits##_t value = *p;                                                                         \
    __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                                 \
    const uint64_t again = __atomic_load_n(shard, __ATOMIC_RELAXED);                                         \
    if (__builtin_expect(!e.at || version & 1 || version != again, 0)) {                                     \
      heddleLeave(t);                                                                                        \
      return name##_slow(p, site);                                                                           \
    }                                                                                                        \
    emitPredicted(t, e, HEDDLE_READ, p, site, version >> 1, value, keep);                                    \
    heddleLeave(t);                                                                                          \
    return value;                                                                                            \
  }

#define DEFINE_STORE(bits, name, keep)                                                                       \
  SLOW void name##_slow(volatile Word##bits* p, uint##bits##_t value, uint32_t site) {                       \
    struct HeddleThread* t = heddleEnter();                                                                  \
    if (!t) {                                                                                                \
      const bool step = heddleMode == HEDDLE_REPLAYING && heddleGate(site, (const void*)p);                  \
      *p = value;                                                                                            \
      if (step) heddlePassed();                                                                              \
      return;                                                                                                \
    }                                                                                                        \
    uint64_t* shard = heddleShard((const void*)p);                                                           \
    heddleLockShard(shard);                                                                                  \
    *p = value;                                                                                              \
    const uint64_t version = heddleUnlockShard(shard);                                                       \
    heddleEmitAccess(t, HEDDLE_WRITE, site, (uint64_t)p, version, value, keep);                              \
    heddleLeave(t);                                                                                          \
  }                                                                                                          \
  void name(volatile Word##bits* p, uint##bits##_t value, uint32_t site) {                                   \
    struct HeddleThread* t = heddleSelf;                                                                     \
    if (__builtin_expect(!t || t->busy, 0)) return name##_slow(p, value, site);                              \
    begin(t);                                                                                                \
    const struct Predicted e = predict(t, p, site);                                                          \
    uint64_t* shard = heddleShard((const void*)p);                                                           \
    uint64_t version = __atomic_load_n(shard, __ATOMIC_RELAXED);                                             \
    if (__builtin_expect(!e.at || version & 1 ||                                                             \
                             !__atomic_compare_exchange_n(shard, &version, version + 1, false,               \
                                                          __ATOMIC_ACQUIRE, __ATOMIC_RELAXED),               \
                         0)) {                                                                               \
      heddleLeave(t);                                                                                        \
      return name##_slow(p, value, site);                                                                    \
    }                                                                                                        \
    *p = value;                                                                                              \
    __atomic_store_n(shard, version + 2, __ATOMIC_RELEASE);                                                  \
    emitPredicted(t, e, HEDDLE_WRITE, p, site, (version >> 1) + 1, value, keep);                             \
    heddleLeave(t);                                                                                          \
  }

DEFINE_LOAD(8, __heddle_load8, true)
DEFINE_LOAD(16, __heddle_load16, true)
DEFINE_LOAD(32, __heddle_load32, true)
DEFINE_LOAD(64, __heddle_load64, true)
DEFINE_LOAD(32, __heddle_loadf32, false)
DEFINE_LOAD(64, __heddle_loadf64, false)
DEFINE_STORE(8, __heddle_store8, true)
DEFINE_STORE(16, __heddle_store16, true)
DEFINE_STORE(32, __heddle_store32, true)
DEFINE_STORE(64, __heddle_store64, true)
DEFINE_STORE(32, __heddle_storef32, false)
DEFINE_STORE(64, __heddle_storef64, false)

// ---- accesses that stay in the code (atomic ones, those of other sizes): the shard is locked around them

// A nested event (in a signal handler between the two) finds the thread busy and is lost.
void __heddle_access_begin(const void* p, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) {
    if (heddleMode == HEDDLE_REPLAYING) heddleGate(site, p);
    return;
  }
  heddleLockShard(heddleShard(p));
}

void __heddle_access_end(const void* p, uint64_t value, uint32_t kind, uint32_t site) {
  struct HeddleThread* t = heddleSelf;
  if (!t || !t->busy) {
    if (heddleMode == HEDDLE_REPLAYING) heddlePassed();
    return;
  }
  const uint64_t version = heddleUnlockShard(heddleShard(p));
  heddleEmitAccess(t, kind, site, (uint64_t)p, version, value, true);
  heddleLeave(t);
}

// ---- blocks

static void block(const void* p, uint64_t bytes, uint32_t kind, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  uint64_t* shard = heddleShard(p);
  heddleLockShard(shard);
  const uint64_t version = heddleUnlockShard(shard);
  heddleEmitAccess(t, kind, site, (uint64_t)p, version, bytes, true);
  heddleLeave(t);
}

// Before a copy or a fill that stays in the code; sites of 0: nothing is read, or nothing is written.
void __heddle_block(void* to, const void* from, uint64_t bytes, uint32_t readSite, uint32_t writeSite) {
  if (bytes == 0 || heddleMode != HEDDLE_RECORDING) return;
  if (readSite) block(from, bytes, HEDDLE_RANGE_READ, readSite);
  if (writeSite) block(to, bytes, HEDDLE_RANGE_WRITE, writeSite);
}

// ---- functions, results, marks

static inline void plain(unsigned kind, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  heddleEmitPlain(t, kind, site);
  heddleLeave(t);
}

void __heddle_enter(uint32_t site) { plain(HEDDLE_ENTER, site); }
void __heddle_exit(uint32_t site) { plain(HEDDLE_EXIT, site); }
void __heddle_mark(uint32_t site) { plain(HEDDLE_MARK, site); }

void __heddle_result(uint64_t value, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  heddleEmitNumber(t, HEDDLE_RESULT, site, value);
  heddleLeave(t);
}
