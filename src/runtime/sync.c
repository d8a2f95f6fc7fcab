// The entry points around calls of the thread library.
#define _GNU_SOURCE
#include "runtime/event.h"

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static void emit(const void* object, uint64_t result, uint32_t site) {
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  uint64_t* shard = heddleShard(object);
  heddleLockShard(t, shard);
  const uint64_t stage = heddleUnlockShard(shard);
  heddleEmitAccess(
      t, (struct HeddleAccess){HEDDLE_SYNC, site, (uint64_t)object, stage, result, .hasValue = true});
  heddleLeave(t);
}

// Around a call. One that releases is recorded before it is made, one that acquires when it has been.
void __heddle_sync_begin(const void* object, uint32_t releases, uint32_t site) {
  if (heddleMode == HEDDLE_RECORDING && releases) emit(object, 0, site);
  heddleCall(site, object);
}

void __heddle_sync_end(const void* object, uint64_t result, uint32_t releases, uint32_t site) {
  if (heddleMode == HEDDLE_RECORDING && !releases) emit(object, result, site);
  if (heddleMode == HEDDLE_REPLAYING) heddlePassed();
}

// After sem_open: what the semaphore of that name counts.
void __heddle_sem_opened(sem_t* semaphore, uint32_t site) {
  int count = 0;
  if (heddleMode == HEDDLE_OFF || semaphore == SEM_FAILED || sem_getvalue(semaphore, &count) != 0) return;
  if (heddleMode == HEDDLE_RECORDING) emit(semaphore, (uint64_t)count, site);
  if (heddleCall(site, semaphore)) heddlePassed();
}

// The number is asked for before the call: afterwards the handle may belong to another thread.
uint32_t __heddle_join_begin(unsigned long handle, uint32_t site) {
  if (heddleMode == HEDDLE_OFF) return 0;
  const uint32_t number = heddleNumberOfThread(handle);
  if (heddleCall(site, NULL)) heddleJoinBegins(number);
  return number;
}

void __heddle_join_end(uint32_t number, uint64_t result, uint32_t site) {
  if (heddleMode == HEDDLE_REPLAYING) heddlePassed();
  if (result != 0) return;
  struct HeddleThread* t = heddleEnter();
  if (!t) return;
  heddleEmitNumber(t, HEDDLE_JOIN, site, number);
  heddleLeave(t);
}

// ---- condition waits: two events (Wang et al. 2010, section 2), each of the mutex and of the condition variable

// Sites of a wait are consecutive: the mutex is released, the wait begins, the mutex is acquired, the wait
// ends.
enum { waitBegins = 1, mutexAcquired = 2, waitEnds = 3 };

// In a replay the plan says when the thread wakes up: it waits for its turn instead of for the signal. Where
// the plan does not wake it, it really waits.
#define REPLAY_WAIT(unlock, lock)                                                                            \
  heddleGate(site, condition);                                                                               \
  if (!heddleIsNextStep(site + mutexAcquired)) {                                                             \
    heddlePassed();                                                                                          \
  } else {                                                                                                   \
    unlock(mutex);                                                                                           \
    heddlePassed();                                                                                          \
    heddleGate(site + mutexAcquired, condition);                                                             \
    const int failed = lock(mutex);                                                                          \
    heddlePassed();                                                                                          \
    return failed;                                                                                           \
  }

#define DEFINE_WAIT(name, Condition, Mutex, parameters, call, unlock, lock)                                  \
  int name(Condition* condition, Mutex* mutex, parameters uint32_t site) {                                   \
    if (heddleMode == HEDDLE_REPLAYING) {                                                                    \
      REPLAY_WAIT(unlock, lock)                                                                              \
    }                                                                                                        \
    if (heddleMode == HEDDLE_GUARDING) heddleGuardCall(site + waitBegins);                                   \
    if (heddleMode == HEDDLE_RECORDING) {                                                                    \
      emit(mutex, 0, site);                                                                                  \
      emit(condition, 0, site + waitBegins);                                                                 \
    }                                                                                                        \
    const int result = call;                                                                                 \
    if (heddleMode == HEDDLE_RECORDING) {                                                                    \
      emit(mutex, (uint64_t)result, site + mutexAcquired);                                                   \
      emit(condition, (uint64_t)result, site + waitEnds);                                                    \
    }                                                                                                        \
    return result;                                                                                           \
  }

#define UNTIL const struct timespec *deadline,
#define CLOCK_UNTIL clockid_t clock, const struct timespec *deadline,
DEFINE_WAIT(__heddle_cond_wait, pthread_cond_t, pthread_mutex_t, , pthread_cond_wait(condition, mutex),
            pthread_mutex_unlock, pthread_mutex_lock)
DEFINE_WAIT(__heddle_cond_timedwait, pthread_cond_t, pthread_mutex_t, UNTIL,
            pthread_cond_timedwait(condition, mutex, deadline), pthread_mutex_unlock, pthread_mutex_lock)
DEFINE_WAIT(__heddle_cond_clockwait, pthread_cond_t, pthread_mutex_t, CLOCK_UNTIL,
            pthread_cond_clockwait(condition, mutex, clock, deadline), pthread_mutex_unlock,
            pthread_mutex_lock)
DEFINE_WAIT(__heddle_cnd_wait, cnd_t, mtx_t, , cnd_wait(condition, mutex), mtx_unlock, mtx_lock)
DEFINE_WAIT(__heddle_cnd_timedwait, cnd_t, mtx_t, UNTIL, cnd_timedwait(condition, mutex, deadline),
            mtx_unlock, mtx_lock)
