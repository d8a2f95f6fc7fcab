// Writing one event: prediction, numbers of variable length, and the header byte last (see format.h).
#ifndef HEDDLE_RUNTIME_EVENT_H
#define HEDDLE_RUNTIME_EVENT_H

#include "runtime/runtime.h"

typedef uint64_t __attribute__((aligned(1), may_alias)) HeddleUnaligned;

// Bytes that a number takes, by its bits and one more; of 0, none.
static const uint8_t heddleNumberBytes[] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3,
                                            3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6,
                                            6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8};

static inline bool heddleIsLong(uint64_t n) { return n >> 56 != 0; } // 9 bytes

// The number, which is not long, and its flag in the header, if `there`. Whether a field is predicted depends
// on a program's data, which processors foresee badly: so there is no branch on it. Stores 8 bytes: what is
// behind the number stays zero.
static inline uint8_t* heddlePutIf(bool there, uint8_t* at, uint64_t n, unsigned flag, unsigned* head) {
  const uint64_t mask = -(uint64_t)there;
  const uint64_t marked = (2 * n + 1) & mask;
  const unsigned bytes = heddleNumberBytes[(unsigned)__builtin_clzll(2 * marked + 1) ^ 63u];
  *(HeddleUnaligned*)at = marked << ((bytes - 1) & 63);
  *head |= flag & (unsigned)mask;
  return at + bytes;
}

static inline uint8_t* heddlePutNumber(uint8_t* at, uint64_t n) {
  unsigned head = 0;
  if (!heddleIsLong(n)) return heddlePutIf(true, at, n, 0, &head);
  *at = 0;
  *(HeddleUnaligned*)(at + 1) = n;
  return at + 9;
}

static inline uint8_t* heddlePutSite(struct HeddlePredictor* p, uint8_t* at, uint32_t site, unsigned* head) {
  uint32_t* successor = heddleSuccessor(p);
  at = heddlePutIf(*successor != site, at, heddleZigzag((int64_t)site - p->lastSite), HEDDLE_HAS_SITE, head);
  *successor = site;
  p->lastSite = site;
  return at;
}

static inline uint8_t* heddlePutAddress(struct HeddlePredictor* p, uint8_t* at, uint32_t site,
                                        uint64_t address, unsigned* head) {
  struct HeddleStride* stride = heddleStride(p, site);
  const int64_t step = (int64_t)(address - stride->address);
  if (step != stride->step) {
    at = heddlePutNumber(at, heddleZigzag(step));
    stride->step = step;
    *head |= HEDDLE_HAS_ADDRESS;
  }
  stride->address = address;
  return at;
}

static inline bool heddleRoom(struct HeddleThread* t) {
  return __builtin_expect(t->cursor + HEDDLE_MAX_EVENT <= t->limit, 1) || heddleNextChunk(t);
}

static inline void heddleFinish(struct HeddleThread* t, uint8_t* end, unsigned head) {
  uint8_t* start = t->cursor;
  t->cursor = end;
  __atomic_store_n(start, (uint8_t)head, __ATOMIC_RELEASE);
}

static inline uint8_t* heddlePutStage(struct HeddleStride* stride, uint8_t* at, uint64_t stage,
                                      unsigned* head) {
  at = heddlePutNumber(at, heddleZigzag((int64_t)(stage - stride->stage)));
  stride->stage = stage;
  *head |= HEDDLE_HAS_STAGE;
  return at;
}

struct HeddleAccess {
  unsigned kind;
  uint32_t site;
  uint64_t address;
  uint64_t stage; // 0: the thread owns the shard
  uint64_t value;
  bool hasValue; // false: no value is kept
};

// An access at the place `start`, where there is room. Returns the end of the event.
uint8_t* heddlePutAccess(struct HeddlePredictor* p, uint8_t* start, struct HeddleAccess a);

// The same for most accesses, whose numbers are not long; of others it does nothing, and returns null. Two
// things are known where it is called: `follows`, the site is the one after the last one, which is not even
// looked up; `owned`, the stage is mostly as predicted, and what is not is among the others.
static inline uint8_t* heddleTryAccess(struct HeddlePredictor* p, uint8_t* start, struct HeddleAccess a,
                                       bool follows, bool owned) {
  struct HeddleStride* stride = heddleStride(p, a.site);
  struct HeddleCell* cell = heddleCell(p, a.address);
  const int64_t step = (int64_t)(a.address - stride->address);
  const int64_t change = a.hasValue ? (int64_t)(a.value - cell->value) : 0;
  const uint64_t far = heddleZigzag(step), other = heddleZigzag(change);
  const bool staged = a.stage != stride->stage;
  if (__builtin_expect((owned && staged) || heddleIsLong(far | other), 0)) return NULL;
  unsigned head = HEDDLE_NEXT_HEAD;
  uint8_t* at = start + 1;
  if (!follows) {
    head = a.kind;
    at = heddlePutSite(p, at, a.site, &head);
  }
  at = heddlePutIf(step != stride->step, at, far, HEDDLE_HAS_ADDRESS, &head);
  stride->step = step;
  stride->address = a.address;
  if (!owned && staged) at = heddlePutStage(stride, at, a.stage, &head);
  if (a.hasValue) {
    at = heddlePutIf(change != 0, at, other, HEDDLE_HAS_VALUE, &head);
    cell->value = a.value;
  }
  __atomic_store_n(start, (uint8_t)head, __ATOMIC_RELEASE);
  return at;
}

static inline void heddleEmitAccess(struct HeddleThread* t, struct HeddleAccess a) {
  if (!heddleRoom(t)) return;
  uint8_t* end = heddleTryAccess(&t->predictor, t->cursor, a, false, false);
  t->cursor = end ? end : heddlePutAccess(&t->predictor, t->cursor, a);
}

static inline void heddleEmitPlain(struct HeddleThread* t, unsigned kind, uint32_t site) {
  if (!heddleRoom(t)) return;
  unsigned head = kind;
  uint8_t* at = heddlePutSite(&t->predictor, t->cursor + 1, site, &head);
  heddleFinish(t, at, head);
}

static inline void heddleEmitNumber(struct HeddleThread* t, unsigned kind, uint32_t site, uint64_t number) {
  if (!heddleRoom(t)) return;
  unsigned head = kind;
  uint8_t* at = heddlePutSite(&t->predictor, t->cursor + 1, site, &head);
  at = heddlePutAddress(&t->predictor, at, site, number, &head);
  heddleFinish(t, at, head);
}

static inline void heddleEmitAfter(struct HeddleThread* t, uint32_t thread, uint32_t chunk, uint64_t offset) {
  if (!heddleRoom(t)) return;
  uint8_t* at = heddlePutNumber(t->cursor + 1, thread);
  at = heddlePutNumber(at, chunk);
  heddleFinish(t, heddlePutNumber(at, offset), HEDDLE_AFTER_HEAD);
}

#endif
