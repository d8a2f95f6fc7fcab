// Included before a program: every call of a thread function reports when it begins and what it gave.
//
// The same text is compiled for the machine (harness.c has the functions) and for the model, where a report
// is a store to one variable that the walk over the model looks at. A call is known by its number in the
// file, which the preprocessor counts, so both count alike.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

// As event.h reads it: what happened, at which call, with which value.
#define HEDDLE_EVENT(kind, site, value)                                                                      \
  ((unsigned long)(kind) << 60 | (unsigned long)(site) << 32 | (unsigned)(value))

#ifdef HEDDLE_OBSERVE_MODEL
volatile unsigned long heddle_seen;
static const struct timespec heddle_later_ = {4000000000l, 0};
#define heddle_begin(site, name, flags) (heddle_seen = HEDDLE_EVENT(1, site, 0))
#define heddle_end(site, value) (heddle_seen = HEDDLE_EVENT(2, site, value))
#define heddle_noted(site, value) (heddle_seen = HEDDLE_EVENT(3, site, value))
#define heddle_later() (&heddle_later_)
static const struct timespec heddle_past = {1, 0};
#else
extern void heddle_begin(int site, const char* name, int flags);
extern void heddle_end(int site, int value);
extern void heddle_noted(int site, int value);
extern const struct timespec* heddle_later(void); // a little or a little more after now
extern const struct timespec* heddle_before(void);
#define heddle_past (*heddle_before())
#endif

// A value that the program read or computed.
#define heddle_note(value) heddle_noted(__COUNTER__, (int)(value))

enum { heddle_plain = 0, heddle_timed = 1, heddle_spins = 2 };
#define HEDDLE_CALL(site, call, name, flags, value)                                                          \
  ({                                                                                                         \
    enum { site = __COUNTER__ };                                                                             \
    heddle_begin(site, name, flags);                                                                         \
    const int heddle_r = (int)(call);                                                                        \
    heddle_end(site, value);                                                                                 \
    heddle_r;                                                                                                \
  })
#define HEDDLE_PLAIN(call, name) HEDDLE_CALL(heddle_site, call, name, heddle_plain, heddle_r)
#define HEDDLE_TIMED(call, name) HEDDLE_CALL(heddle_site, call, name, heddle_timed, heddle_r)
#define HEDDLE_ERRNO(call, name, flags)                                                                      \
  HEDDLE_CALL(heddle_site, call, name, flags, heddle_r == -1 ? -1000 - errno : heddle_r)
#define HEDDLE_VOID(call, name) (void)HEDDLE_CALL(heddle_site, ((call), 0), name, heddle_plain, 0)
// What is left of a joined thread counts only if it was cancelled: other results may be addresses.
#define HEDDLE_JOIN(call, name, flags)                                                                       \
  ({                                                                                                         \
    enum { heddle_site = __COUNTER__ };                                                                      \
    void* heddle_got = 0;                                                                                    \
    heddle_begin(heddle_site, name, flags);                                                                  \
    const int heddle_r = (call);                                                                             \
    heddle_end(heddle_site, heddle_r == 0 && heddle_got == PTHREAD_CANCELED ? 2000 : heddle_r);              \
    heddle_got_to(heddle_where, heddle_r, heddle_got);                                                       \
    heddle_r;                                                                                                \
  })
static inline void heddle_got_to(void** where, int result, void* value) {
  if (where && result == 0) *where = value;
}

#define pthread_mutex_lock(m) HEDDLE_PLAIN(pthread_mutex_lock(m), "pthread_mutex_lock")
#define pthread_mutex_trylock(m) HEDDLE_PLAIN(pthread_mutex_trylock(m), "pthread_mutex_trylock")
#define pthread_mutex_timedlock(m, t) HEDDLE_TIMED(pthread_mutex_timedlock(m, t), "pthread_mutex_timedlock")
#define pthread_mutex_clocklock(m, c, t)                                                                     \
  HEDDLE_TIMED(pthread_mutex_clocklock(m, c, t), "pthread_mutex_clocklock")
#define pthread_mutex_unlock(m) HEDDLE_PLAIN(pthread_mutex_unlock(m), "pthread_mutex_unlock")
#define pthread_mutex_init(m, a) HEDDLE_PLAIN(pthread_mutex_init(m, a), "pthread_mutex_init")
#define pthread_mutex_destroy(m) HEDDLE_PLAIN(pthread_mutex_destroy(m), "pthread_mutex_destroy")
#define pthread_mutex_consistent(m) HEDDLE_PLAIN(pthread_mutex_consistent(m), "pthread_mutex_consistent")
#define pthread_mutexattr_init(a) HEDDLE_PLAIN(pthread_mutexattr_init(a), "pthread_mutexattr_init")
#define pthread_mutexattr_destroy(a) HEDDLE_PLAIN(pthread_mutexattr_destroy(a), "pthread_mutexattr_destroy")
#define pthread_mutexattr_settype(a, k)                                                                      \
  HEDDLE_PLAIN(pthread_mutexattr_settype(a, k), "pthread_mutexattr_settype")
#define pthread_mutexattr_setrobust(a, k)                                                                    \
  HEDDLE_PLAIN(pthread_mutexattr_setrobust(a, k), "pthread_mutexattr_setrobust")

#define pthread_spin_init(s, k) HEDDLE_PLAIN(pthread_spin_init(s, k), "pthread_spin_init")
#define pthread_spin_destroy(s) HEDDLE_PLAIN(pthread_spin_destroy(s), "pthread_spin_destroy")
#define pthread_spin_lock(s)                                                                                 \
  HEDDLE_CALL(heddle_site, pthread_spin_lock(s), "pthread_spin_lock", heddle_spins, heddle_r)
#define pthread_spin_trylock(s) HEDDLE_PLAIN(pthread_spin_trylock(s), "pthread_spin_trylock")
#define pthread_spin_unlock(s) HEDDLE_PLAIN(pthread_spin_unlock(s), "pthread_spin_unlock")

#define pthread_rwlock_init(l, a) HEDDLE_PLAIN(pthread_rwlock_init(l, a), "pthread_rwlock_init")
#define pthread_rwlock_destroy(l) HEDDLE_PLAIN(pthread_rwlock_destroy(l), "pthread_rwlock_destroy")
#define pthread_rwlock_rdlock(l) HEDDLE_PLAIN(pthread_rwlock_rdlock(l), "pthread_rwlock_rdlock")
#define pthread_rwlock_wrlock(l) HEDDLE_PLAIN(pthread_rwlock_wrlock(l), "pthread_rwlock_wrlock")
#define pthread_rwlock_tryrdlock(l) HEDDLE_PLAIN(pthread_rwlock_tryrdlock(l), "pthread_rwlock_tryrdlock")
#define pthread_rwlock_trywrlock(l) HEDDLE_PLAIN(pthread_rwlock_trywrlock(l), "pthread_rwlock_trywrlock")
#define pthread_rwlock_timedrdlock(l, t)                                                                     \
  HEDDLE_TIMED(pthread_rwlock_timedrdlock(l, t), "pthread_rwlock_timedrdlock")
#define pthread_rwlock_timedwrlock(l, t)                                                                     \
  HEDDLE_TIMED(pthread_rwlock_timedwrlock(l, t), "pthread_rwlock_timedwrlock")
#define pthread_rwlock_unlock(l) HEDDLE_PLAIN(pthread_rwlock_unlock(l), "pthread_rwlock_unlock")

#define sem_init(s, p, v) HEDDLE_ERRNO(sem_init(s, p, v), "sem_init", heddle_plain)
#define sem_destroy(s) HEDDLE_ERRNO(sem_destroy(s), "sem_destroy", heddle_plain)
#define sem_wait(s) HEDDLE_ERRNO(sem_wait(s), "sem_wait", heddle_plain)
#define sem_trywait(s) HEDDLE_ERRNO(sem_trywait(s), "sem_trywait", heddle_plain)
#define sem_timedwait(s, t) HEDDLE_ERRNO(sem_timedwait(s, t), "sem_timedwait", heddle_timed)
#define sem_clockwait(s, c, t) HEDDLE_ERRNO(sem_clockwait(s, c, t), "sem_clockwait", heddle_timed)
#define sem_post(s) HEDDLE_ERRNO(sem_post(s), "sem_post", heddle_plain)

#define pthread_cond_init(c, a) HEDDLE_PLAIN(pthread_cond_init(c, a), "pthread_cond_init")
#define pthread_cond_destroy(c) HEDDLE_PLAIN(pthread_cond_destroy(c), "pthread_cond_destroy")
#define pthread_cond_wait(c, m) HEDDLE_PLAIN(pthread_cond_wait(c, m), "pthread_cond_wait")
#define pthread_cond_timedwait(c, m, t)                                                                      \
  HEDDLE_TIMED(pthread_cond_timedwait(c, m, t), "pthread_cond_timedwait")
#define pthread_cond_clockwait(c, m, k, t)                                                                   \
  HEDDLE_TIMED(pthread_cond_clockwait(c, m, k, t), "pthread_cond_clockwait")
#define pthread_cond_signal(c) HEDDLE_PLAIN(pthread_cond_signal(c), "pthread_cond_signal")
#define pthread_cond_broadcast(c) HEDDLE_PLAIN(pthread_cond_broadcast(c), "pthread_cond_broadcast")

#define pthread_barrier_init(b, a, n) HEDDLE_PLAIN(pthread_barrier_init(b, a, n), "pthread_barrier_init")
#define pthread_barrier_destroy(b) HEDDLE_PLAIN(pthread_barrier_destroy(b), "pthread_barrier_destroy")
#define pthread_barrier_wait(b) HEDDLE_PLAIN(pthread_barrier_wait(b), "pthread_barrier_wait")
#define pthread_once(o, f) HEDDLE_PLAIN(pthread_once(o, f), "pthread_once")

#define pthread_key_create(k, d) HEDDLE_PLAIN(pthread_key_create(k, d), "pthread_key_create")
#define pthread_key_delete(k) HEDDLE_PLAIN(pthread_key_delete(k), "pthread_key_delete")
#define pthread_setspecific(k, v) HEDDLE_PLAIN(pthread_setspecific(k, v), "pthread_setspecific")

#define pthread_create(t, a, f, p) HEDDLE_PLAIN(pthread_create(t, a, f, p), "pthread_create")
#define pthread_join(t, p)                                                                                   \
  ({                                                                                                         \
    void** const heddle_where = (void**)(p);                                                                 \
    HEDDLE_JOIN(pthread_join(t, &heddle_got), "pthread_join", heddle_plain);                                 \
  })
#define pthread_tryjoin_np(t, p)                                                                             \
  ({                                                                                                         \
    void** const heddle_where = (void**)(p);                                                                 \
    HEDDLE_JOIN(pthread_tryjoin_np(t, &heddle_got), "pthread_tryjoin_np", heddle_plain);                     \
  })
#define pthread_timedjoin_np(t, p, d)                                                                        \
  ({                                                                                                         \
    void** const heddle_where = (void**)(p);                                                                 \
    HEDDLE_JOIN(pthread_timedjoin_np(t, &heddle_got, d), "pthread_timedjoin_np", heddle_timed);              \
  })
#define pthread_clockjoin_np(t, p, c, d)                                                                     \
  ({                                                                                                         \
    void** const heddle_where = (void**)(p);                                                                 \
    HEDDLE_JOIN(pthread_clockjoin_np(t, &heddle_got, c, d), "pthread_clockjoin_np", heddle_timed);           \
  })
#define pthread_detach(t) HEDDLE_PLAIN(pthread_detach(t), "pthread_detach")
#define pthread_cancel(t) HEDDLE_PLAIN(pthread_cancel(t), "pthread_cancel")
#define pthread_setcancelstate(s, o) HEDDLE_PLAIN(pthread_setcancelstate(s, o), "pthread_setcancelstate")
#define pthread_setcanceltype(s, o) HEDDLE_PLAIN(pthread_setcanceltype(s, o), "pthread_setcanceltype")
#define pthread_testcancel() HEDDLE_VOID(pthread_testcancel(), "pthread_testcancel")

#define mtx_init(m, k) HEDDLE_PLAIN(mtx_init(m, k), "mtx_init")
#define mtx_lock(m) HEDDLE_PLAIN(mtx_lock(m), "mtx_lock")
#define mtx_trylock(m) HEDDLE_PLAIN(mtx_trylock(m), "mtx_trylock")
#define mtx_timedlock(m, t) HEDDLE_TIMED(mtx_timedlock(m, t), "mtx_timedlock")
#define mtx_unlock(m) HEDDLE_PLAIN(mtx_unlock(m), "mtx_unlock")
#define cnd_init(c) HEDDLE_PLAIN(cnd_init(c), "cnd_init")
#define cnd_wait(c, m) HEDDLE_PLAIN(cnd_wait(c, m), "cnd_wait")
#define cnd_timedwait(c, m, t) HEDDLE_TIMED(cnd_timedwait(c, m, t), "cnd_timedwait")
#define cnd_signal(c) HEDDLE_PLAIN(cnd_signal(c), "cnd_signal")
#define cnd_broadcast(c) HEDDLE_PLAIN(cnd_broadcast(c), "cnd_broadcast")
#define thrd_create(t, f, p) HEDDLE_PLAIN(thrd_create(t, f, p), "thrd_create")
#define thrd_join(t, p) HEDDLE_PLAIN(thrd_join(t, p), "thrd_join")
#define thrd_detach(t) HEDDLE_PLAIN(thrd_detach(t), "thrd_detach")
#define call_once(o, f) HEDDLE_VOID(call_once(o, f), "call_once")
#define tss_create(k, d) HEDDLE_PLAIN(tss_create(k, d), "tss_create")
#define tss_set(k, v) HEDDLE_PLAIN(tss_set(k, v), "tss_set")
