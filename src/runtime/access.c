// The entry points for memory accesses, functions and results. Loads and stores are made here, inside the
// shard's version (see runtime.h).
#include "runtime/event.h"

#define WORD(bits) typedef uint##bits##_t __attribute__((aligned(1), may_alias)) Word##bits
WORD(8);
WORD(16);
WORD(32);
WORD(64);

uint8_t* heddlePutAccess(struct HeddlePredictor* p, uint8_t* start, struct HeddleAccess a) {
  struct HeddleStride* stride = heddleStride(p, a.site);
  struct HeddleCell* cell = heddleCell(p, a.address);
  unsigned head = a.kind;
  uint8_t* at = heddlePutSite(p, start + 1, a.site, &head);
  at = heddlePutAddress(p, at, a.site, a.address, &head);
  if (a.stage != stride->stage) at = heddlePutStage(stride, at, a.stage, &head);
  if (a.hasValue && a.value != cell->value) {
    at = heddlePutNumber(at, heddleZigzag((int64_t)(a.value - cell->value)));
    cell->value = a.value;
    head |= HEDDLE_HAS_VALUE;
  }
  __atomic_store_n(start, (uint8_t)head, __ATOMIC_RELEASE);
  return at;
}

// Each access has these ways:
//
// - NAME: mostly the thread owns the shard; everything else goes the slow way.
// - NAME_run, NAME_next: an access in a run, a stretch of code with several of them; NAME_next, if it is not
//   the first. The code itself has said that the thread is busy, keeps the place of the next event, and made
//   room for all of them; it goes on with what is returned, unless that is null: then the thread is not busy
//   any more. What is predicted is not even called for (src/instrument/run.cpp).
// - NAME_slow: whatever it is.
//
// `keep`: is the value recorded? Those of floating-point numbers are not: no model computes with them.

static inline bool isOwned(struct HeddleThread* t, const volatile void* address, uint32_t site) {
  const uint64_t word = __atomic_load_n(heddleShard(address), __ATOMIC_ACQUIRE);
  if (__builtin_expect(word != t->tag || t->transition != heddleTransitions, 0)) return false;
  heddleStride(&t->predictor, site)->word = word;
  return true;
}

// Busy if it is true.
static inline bool enterOwned(struct HeddleThread* t, const volatile void* address, uint32_t site) {
  if (__builtin_expect(!t || t->busy, 0)) return false;
  t->busy = HEDDLE_ACCESSING;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (__builtin_expect(t->cursor + HEDDLE_MAX_EVENT <= t->limit && isOwned(t, address, site), 1)) return true;
  heddleLeave(t);
  return false;
}

// Before and after an access in a run that goes the slow way: its place is told, and whether it follows; then
// there must be room for what may come.
static void interrupt(struct HeddleThread* t, uint8_t* cursor, uint32_t site, bool follows) {
  t->cursor = cursor;
  if (follows) t->predictor.lastSite = site - 1;
}

static uint8_t* goOn(struct HeddleThread* t) {
  if (t->cursor && t->limit - t->cursor >= HEDDLE_RUN * HEDDLE_MAX_EVENT) return t->cursor;
  if (heddleNextChunk(t)) return t->cursor;
  heddleLeave(t);
  return NULL;
}

#define SLOW static __attribute__((noinline))

#define ACCESS(kind, stage, keep)                                                                            \
  (struct HeddleAccess) { kind, site, (uint64_t)p, stage, value, keep }

#define WRITE_EVENT(access)                                                                                  \
  uint8_t* end = heddleTryAccess(&t->predictor, t->cursor, access, false, true);                             \
  if (__builtin_expect(!end, 0)) end = heddlePutAccess(&t->predictor, t->cursor, access);                    \
  t->cursor = end;

#define DEFINE_LOAD_IN_RUN(bits, name, way, keep, follows)                                                   \
  SLOW struct HeddleLoaded name##way##_slow(const volatile Word##bits* p, uint32_t site,                     \
                                            struct HeddleThread* t, uint8_t* cursor) {                       \
    interrupt(t, cursor, site, follows);                                                                     \
    const uint##bits##_t value = name##_settle(t, p, site);                                                  \
    return (struct HeddleLoaded){value, goOn(t)};                                                            \
  }                                                                                                          \
  struct HeddleLoaded name##way(const volatile Word##bits* p, uint32_t site, struct HeddleThread* t,         \
                                uint8_t* cursor) {                                                           \
    if (__builtin_expect(!isOwned(t, p, site), 0)) return name##way##_slow(p, site, t, cursor);              \
    const uint##bits##_t value = *p;                                                                         \
    uint8_t* end = heddleTryAccess(&t->predictor, cursor, ACCESS(HEDDLE_READ, 0, keep), follows, true);      \
    if (__builtin_expect(!end, 0)) return name##way##_slow(p, site, t, cursor);                              \
    return (struct HeddleLoaded){value, end};                                                                \
  }

// NAME_odd: it is made already, and must not be made again.
#define DEFINE_STORE_IN_RUN(bits, name, way, keep, follows)                                                  \
  SLOW uint8_t* name##way##_odd(volatile Word##bits* p, uint##bits##_t value, uint32_t site,                 \
                                struct HeddleThread* t, uint8_t* cursor) {                                   \
    if (follows) t->predictor.lastSite = site - 1;                                                           \
    return heddlePutAccess(&t->predictor, cursor, ACCESS(HEDDLE_WRITE, 0, keep));                            \
  }                                                                                                          \
  SLOW uint8_t* name##way##_slow(volatile Word##bits* p, uint##bits##_t value, uint32_t site,                \
                                 struct HeddleThread* t, uint8_t* cursor) {                                  \
    interrupt(t, cursor, site, follows);                                                                     \
    name##_settle(t, p, value, site);                                                                        \
    return goOn(t);                                                                                          \
  }                                                                                                          \
  uint8_t* name##way(volatile Word##bits* p, uint##bits##_t value, uint32_t site, struct HeddleThread* t,    \
                     uint8_t* cursor) {                                                                      \
    if (__builtin_expect(!isOwned(t, p, site), 0)) return name##way##_slow(p, value, site, t, cursor);       \
    *p = value;                                                                                              \
    uint8_t* end = heddleTryAccess(&t->predictor, cursor, ACCESS(HEDDLE_WRITE, 0, keep), follows, true);     \
    return __builtin_expect(!end, 0) ? name##way##_odd(p, value, site, t, cursor) : end;                     \
  }

#define DEFINE_LOAD(bits, name, keep)                                                                        \
  SLOW uint##bits##_t name##_settle(struct HeddleThread* t, const volatile Word##bits* p, uint32_t site) {   \
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
    heddleEmitAccess(t, ACCESS(HEDDLE_READ, stage, keep));                                                   \
    return value;                                                                                            \
  }                                                                                                          \
  SLOW uint##bits##_t name##_slow(const volatile Word##bits* p, uint32_t site) {                             \
    struct HeddleThread* t = heddleEnter();                                                                  \
    if (!t) {                                                                                                \
      const bool step = heddleAccess(site, (const void*)p);                                                  \
      const uint##bits##_t value = *p;                                                                       \
      if (step) heddleAccessed();                                                                            \
      return value;                                                                                          \
    }                                                                                                        \
    const uint##bits##_t value = name##_settle(t, p, site);                                                  \
    heddleLeave(t);                                                                                          \
    return value;                                                                                            \
  }                                                                                                          \
  uint##bits##_t name(const volatile Word##bits* p, uint32_t site) {                                         \
    struct HeddleThread* t = heddleSelf;                                                                     \
    if (!t && heddleMode == HEDDLE_OFF) return *p;                                                           \
    if (__builtin_expect(!enterOwned(t, p, site), 0)) return name##_slow(p, site);                           \
    const uint##bits##_t value = *p;                                                                         \
    WRITE_EVENT(ACCESS(HEDDLE_READ, 0, keep))                                                                \
    heddleLeave(t);                                                                                          \
    return value;                                                                                            \
  }                                                                                                          \
  DEFINE_LOAD_IN_RUN(bits, name, _run, keep, false)                                                          \
  DEFINE_LOAD_IN_RUN(bits, name, _next, keep, true)

#define DEFINE_STORE(bits, name, keep)                                                                       \
  SLOW void name##_settle(struct HeddleThread* t, volatile Word##bits* p, uint##bits##_t value,              \
                          uint32_t site) {                                                                   \
    uint64_t* shard = heddleShard(p);                                                                        \
    uint64_t word = __atomic_load_n(shard, __ATOMIC_ACQUIRE), stage = 0;                                     \
    if (word != t->tag) word = heddleSettleShard(t, shard, word);                                            \
    if (word != t->tag) heddleLockShard(t, shard);                                                           \
    *p = value;                                                                                              \
    if (word != t->tag) stage = heddleUnlockShard(shard);                                                    \
    heddleStride(&t->predictor, site)->word = word == t->tag ? word : 0;                                     \
    heddleEmitAccess(t, ACCESS(HEDDLE_WRITE, stage, keep));                                                  \
  }                                                                                                          \
  SLOW void name##_slow(volatile Word##bits* p, uint##bits##_t value, uint32_t site) {                       \
    struct HeddleThread* t = heddleEnter();                                                                  \
    if (!t) {                                                                                                \
      const bool step = heddleAccess(site, (const void*)p);                                                  \
      *p = value;                                                                                            \
      if (step) heddleAccessed();                                                                            \
      return;                                                                                                \
    }                                                                                                        \
    name##_settle(t, p, value, site);                                                                        \
    heddleLeave(t);                                                                                          \
  }                                                                                                          \
  void name(volatile Word##bits* p, uint##bits##_t value, uint32_t site) {                                   \
    struct HeddleThread* t = heddleSelf;                                                                     \
    if (!t && heddleMode == HEDDLE_OFF) {                                                                    \
      *p = value;                                                                                            \
      return;                                                                                                \
    }                                                                                                        \
    if (__builtin_expect(!enterOwned(t, p, site), 0)) return name##_slow(p, value, site);                    \
    *p = value;                                                                                              \
    WRITE_EVENT(ACCESS(HEDDLE_WRITE, 0, keep))                                                               \
    heddleLeave(t);                                                                                          \
  }                                                                                                          \
  DEFINE_STORE_IN_RUN(bits, name, _run, keep, false)                                                         \
  DEFINE_STORE_IN_RUN(bits, name, _next, keep, true)

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
    heddleAccess(site, p);
    return;
  }
  heddleLockShard(t, heddleShard(p));
}

void __heddle_access_end(const void* p, uint64_t value, uint32_t kind, uint32_t site) {
  struct HeddleThread* t = heddleSelf;
  if (!t || !t->busy) {
    heddleAccessed();
    return;
  }
  const uint64_t stage = heddleUnlockShard(heddleShard(p));
  heddleEmitAccess(t, ACCESS(kind, stage, true));
  heddleLeave(t);
}

// ---- blocks

static void block(const void* p, uint64_t bytes, uint32_t kind, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  uint64_t* shard = heddleShard(p);
  heddleLockShard(t, shard);
  const uint64_t stage = heddleUnlockShard(shard);
  heddleEmitAccess(t, (struct HeddleAccess){kind, site, (uint64_t)p, stage, bytes, .hasValue = true});
  heddleLeave(t);
}

// Before a copy or a fill that stays in the code; sites of 0: nothing is read, or nothing is written.
void __heddle_block(void* to, const void* from, uint64_t bytes, uint32_t readSite, uint32_t writeSite) {
  if (heddleMode == HEDDLE_GUARDING && bytes != 0) {
    heddleGuardAccess(writeSite ? writeSite : readSite);
    heddleGuardAccessed();
  }
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

void __heddle_enter(uint32_t site) {
  if (heddleMode == HEDDLE_GUARDING) heddleGuardFunction(true);
  plain(HEDDLE_ENTER, site);
}
void __heddle_exit(uint32_t site) {
  if (heddleMode == HEDDLE_GUARDING) heddleGuardFunction(false);
  plain(HEDDLE_EXIT, site);
}
void __heddle_mark(uint32_t site) { plain(HEDDLE_MARK, site); }

void __heddle_result(uint64_t value, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  heddleEmitNumber(t, HEDDLE_RESULT, site, value);
  heddleLeave(t);
}
