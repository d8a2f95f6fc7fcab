// Writing one event: prediction, numbers of variable length, and the header byte last (see format.h).
#ifndef HEDDLE_RUNTIME_EVENT_H
#define HEDDLE_RUNTIME_EVENT_H

#include "runtime/runtime.h"

// Stores 8 bytes, or 9: what is behind the number stays zero.
static inline uint8_t* heddlePutNumber(uint8_t* at, uint64_t n) {
  typedef uint64_t __attribute__((aligned(1), may_alias)) Word;
  const unsigned bytes = heddleNumberBytes(n);
  if (__builtin_expect(bytes == 9, 0)) {
    *at = 0;
    *(Word*)(at + 1) = n;
  } else {
    *(Word*)at = (2 * n + 1) << (bytes - 1);
  }
  return at + bytes;
}

static inline uint8_t* heddlePutSite(struct HeddlePredictor* p, uint8_t* at, uint32_t site, unsigned* head) {
  uint32_t* successor = heddleSuccessor(p);
  if (*successor != site) {
    at = heddlePutNumber(at, heddleZigzag((int64_t)site - p->lastSite));
    *successor = site;
    *head |= HEDDLE_HAS_SITE;
  }
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
  if (stage == stride->stage) return at;
  at = heddlePutNumber(at, heddleZigzag((int64_t)(stage - stride->stage)));
  stride->stage = stage;
  *head |= HEDDLE_HAS_STAGE;
  return at;
}

static inline uint8_t* heddlePutValue(struct HeddleCell* cell, uint8_t* at, uint64_t value, unsigned* head) {
  if (value == cell->value) return at;
  at = heddlePutNumber(at, heddleZigzag((int64_t)(value - cell->value)));
  cell->value = value;
  *head |= HEDDLE_HAS_VALUE;
  return at;
}

// An event with an address, a stage (0: the thread owns the shard) and a value; `hasValue` is false where no
// value is kept.
static inline void heddleEmitAccess(struct HeddleThread* t, unsigned kind, uint32_t site, uint64_t address,
                                    uint64_t stage, uint64_t value, bool hasValue) {
  if (!heddleRoom(t)) return;
  struct HeddlePredictor* p = &t->predictor;
  unsigned head = kind;
  uint8_t* at = heddlePutSite(p, t->cursor + 1, site, &head);
  at = heddlePutAddress(p, at, site, address, &head);
  at = heddlePutStage(heddleStride(p, site), at, stage, &head);
  if (hasValue) at = heddlePutValue(heddleCell(p, address), at, value, &head);
  heddleFinish(t, at, head);
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
