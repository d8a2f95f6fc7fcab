// The entry points for memory accesses, functions and results. Loads and stores are made here, inside the
// shard's version (see runtime.h).
#include "runtime/event.h"

#define WORD(bits) typedef uint##bits##_t __attribute__((aligned(1), may_alias)) Word##bits
WORD(8);
WORD(16);
WORD(32);
WORD(64);

// Each entry point has two ways: mostly the thread owns the shard, and everything else goes the slow way.
// Accesses that are made often are tried in the code itself before (src/instrument/fastpath.cpp), if site and
// address are predicted.
//
// `keep`: is the value recorded? Those of floating-point numbers are not: no model computes with them.

// Busy if it is true.
static inline bool owned(struct HeddleThread* t, const volatile void* address, uint32_t site) {
  if (__builtin_expect(!t || t->busy, 0)) return false;
  t->busy = HEDDLE_ACCESSING;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  const uint64_t word = __atomic_load_n(heddleShard(address), __ATOMIC_ACQUIRE);
  const bool room = t->cursor + HEDDLE_MAX_EVENT <= t->limit;
  if (__builtin_expect(room && word == t->tag && t->transition == heddleTransitions, 1)) {
    heddleStride(&t->predictor, site)->word = word;
    return true;
  }
  heddleLeave(t);
  return false;
}

#define SLOW static __attribute__((noinline))

#define DEFINE_LOAD(bits, name, keep)                                                                        \
  SLOW uint##bits##_t name##_slow(const volatile Word##bits* p, uint32_t site) {                             \
    struct HeddleThread* t = heddleEnter();                                                                  \
    if (!t) {                                                                                                \
      const bool step = heddleMode == HEDDLE_REPLAYING && heddleGate(site, (const void*)p);                  \
      const uint##bits##_t value = *p;                                                                       \
      if (step) heddlePassed();                                                                              \
      return value;                                                                                          \
    }                                                                                                        \
    uint64_t* shard = heddleShard(p);                                                                        \
    uint64_t stage = 0, word;                                                                                \
    uint##bits##_t value;                                                                                    \
    for (;;) {                                                                                               \
      word = __atomic_load_n(shard, __ATOMIC_ACQUIRE);                                                       \
      const bool open = word == t->tag || (word & (HEDDLE_VERSIONED | HEDDLE_LOCKED)) == HEDDLE_VERSIONED;   \
      if (__builtin_expect(!open, 0)) word = heddleSettleShard(t, shard, word);                              \
      if (__builtin_expect(!heddleIsUpToDate(t), 0)) continue;                                               \
      value = *p;                                                                                            \
      if (word == t->tag) break;                                                                             \
      __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                               \
      stage = 2 * (word >> HEDDLE_NUMBER_SHIFT) + 1;                                                         \
      if (__builtin_expect(__atomic_load_n(shard, __ATOMIC_RELAXED) == word, 1)) break;                      \
    }                                                                                                        \
    heddleStride(&t->predictor, site)->word = word;                                                          \
    heddleEmitAccess(t, HEDDLE_READ, site, (uint64_t)p, stage, value, keep);                                 \
    heddleLeave(t);                                                                                          \
    return value;                                                                                            \
  }                                                                                                          \
  uint##bits##_t name(const volatile Word##bits* p, uint32_t site) {                                         \
    struct HeddleThread* t = heddleSelf;                                                                     \
    if (!t && heddleMode == HEDDLE_OFF) return *p;                                                           \
    if (__builtin_expect(!owned(t, p, site), 0)) return name##_slow(p, site);                                \
    const uint##bits##_t value = *p;                                                                         \
    heddleEmitAccess(t, HEDDLE_READ, site, (uint64_t)p, 0, value, keep);                                     \
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
    uint64_t* shard = heddleShard(p);                                                                        \
    uint64_t word = __atomic_load_n(shard, __ATOMIC_ACQUIRE), stage = 0;                                     \
    if (word != t->tag) word = heddleSettleShard(t, shard, word);                                            \
    if (word != t->tag) heddleLockShard(t, shard);                                                           \
    *p = value;                                                                                              \
    if (word != t->tag) stage = heddleUnlockShard(shard);                                                    \
    heddleStride(&t->predictor, site)->word = word == t->tag ? word : 0;                                     \
    heddleEmitAccess(t, HEDDLE_WRITE, site, (uint64_t)p, stage, value, keep);                                \
    heddleLeave(t);                                                                                          \
  }                                                                                                          \
  void name(volatile Word##bits* p, uint##bits##_t value, uint32_t site) {                                   \
    struct HeddleThread* t = heddleSelf;                                                                     \
    if (!t && heddleMode == HEDDLE_OFF) {                                                                    \
      *p = value;                                                                                            \
      return;                                                                                                \
    }                                                                                                        \
    if (__builtin_expect(!owned(t, p, site), 0)) return name##_slow(p, value, site);                         \
    *p = value;                                                                                              \
    heddleEmitAccess(t, HEDDLE_WRITE, site, (uint64_t)p, 0, value, keep);                                    \
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
  heddleLockShard(t, heddleShard(p));
}

void __heddle_access_end(const void* p, uint64_t value, uint32_t kind, uint32_t site) {
  struct HeddleThread* t = heddleSelf;
  if (!t || !t->busy) {
    if (heddleMode == HEDDLE_REPLAYING) heddlePassed();
    return;
  }
  const uint64_t stage = heddleUnlockShard(heddleShard(p));
  heddleEmitAccess(t, kind, site, (uint64_t)p, stage, value, true);
  heddleLeave(t);
}

// ---- blocks

static void block(const void* p, uint64_t bytes, uint32_t kind, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  uint64_t* shard = heddleShard(p);
  heddleLockShard(t, shard);
  const uint64_t stage = heddleUnlockShard(shard);
  heddleEmitAccess(t, kind, site, (uint64_t)p, stage, bytes, true);
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
