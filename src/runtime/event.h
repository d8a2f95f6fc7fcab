// Writing one event: prediction, numbers of variable length, and the header byte last (see format.h).
#ifndef HEDDLE_RUNTIME_EVENT_H
#define HEDDLE_RUNTIME_EVENT_H

#include "runtime/runtime.h"

static inline uint8_t* heddlePutNumber(uint8_t* at, uint64_t n) {
  while (__builtin_expect(n >= 128, 0)) {
    *at++ = (uint8_t)(n | 128);
    n >>= 7;
  }
  *at++ = (uint8_t)n;
  return at;
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

// An event with an address, a version and a value; `hasValue` is false where no value is kept.
static inline void heddleEmitAccess(struct HeddleThread* t, unsigned kind, uint32_t site, uint64_t address,
                                    uint64_t version, uint64_t value, bool hasValue) {
  if (!heddleRoom(t)) return;
  struct HeddlePredictor* p = &t->predictor;
  unsigned head = kind;
  uint8_t* at = heddlePutSite(p, t->cursor + 1, site, &head);
  at = heddlePutAddress(p, at, site, address, &head);
  struct HeddleCell* cell = heddleCell(p, address);
  const uint64_t expected = heddleNextVersion(cell, kind);
  if (version != expected) {
    at = heddlePutNumber(at, heddleZigzag((int64_t)(version - expected)));
    head |= HEDDLE_HAS_VERSION;
  }
  cell->version = version;
  if (hasValue && value != cell->value) {
    at = heddlePutNumber(at, heddleZigzag((int64_t)(value - cell->value)));
    cell->value = value;
    head |= HEDDLE_HAS_VALUE;
  }
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

#endif
