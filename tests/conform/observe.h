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
#define heddle_gave(site, name, value) heddle_noted(site, value)
#define heddle_later() (&heddle_later_)
static const struct timespec heddle_past = {1, 0};
#define heddle_own(name) (name)
#else
extern void heddle_begin(int site, const char* name, int flags);
extern void heddle_end(int site, int value);
extern void heddle_noted(int site, int value);
extern void heddle_gave(int site, const char* name, int value);
extern const struct timespec* heddle_later(void); // a little or a little more after now
extern const struct timespec* heddle_before(void);
extern const char* heddle_own(const char* name); // the same name for all of this process, and for no other
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
#define HEDDLE_ROW(f, ...) HEDDLE_CALL(heddle_site, f(__VA_ARGS__), #f, heddle_plain, heddle_r)
#define HEDDLE_TIMED(f, ...) HEDDLE_CALL(heddle_site, f(__VA_ARGS__), #f, heddle_timed, heddle_r)
#define HEDDLE_SPINS(f, ...) HEDDLE_CALL(heddle_site, f(__VA_ARGS__), #f, heddle_spins, heddle_r)
#define HEDDLE_ERRNO(f, flags, ...)                                                                          \
  HEDDLE_CALL(heddle_site, f(__VA_ARGS__), #f, flags, heddle_r == -1 ? -1000 - errno : heddle_r)
#define HEDDLE_VOID(f, ...) (void)HEDDLE_CALL(heddle_site, (f(__VA_ARGS__), 0), #f, heddle_plain, 0)
// Nobody else has to do with it: it is no place to wait for a turn, and may be an argument of another call.
#define HEDDLE_VALUE(f, shown, ...)                                                                          \
  ({                                                                                                         \
    enum { heddle_site = __COUNTER__ };                                                                      \
    __auto_type heddle_r = f(__VA_ARGS__);                                                                   \
    heddle_gave(heddle_site, #f, shown);                                                                     \
    heddle_r;                                                                                                \
  })
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

#define pthread_mutex_lock(...) HEDDLE_ROW(pthread_mutex_lock, __VA_ARGS__)
#define pthread_mutex_trylock(...) HEDDLE_ROW(pthread_mutex_trylock, __VA_ARGS__)
#define pthread_mutex_timedlock(...) HEDDLE_TIMED(pthread_mutex_timedlock, __VA_ARGS__)
#define pthread_mutex_clocklock(...) HEDDLE_TIMED(pthread_mutex_clocklock, __VA_ARGS__)
#define pthread_mutex_unlock(...) HEDDLE_ROW(pthread_mutex_unlock, __VA_ARGS__)
#define pthread_mutex_init(...) HEDDLE_ROW(pthread_mutex_init, __VA_ARGS__)
#define pthread_mutex_destroy(...) HEDDLE_ROW(pthread_mutex_destroy, __VA_ARGS__)
#define pthread_mutex_consistent(...) HEDDLE_ROW(pthread_mutex_consistent, __VA_ARGS__)
#define pthread_mutex_getprioceiling(...) HEDDLE_ROW(pthread_mutex_getprioceiling, __VA_ARGS__)
#define pthread_mutex_setprioceiling(...) HEDDLE_ROW(pthread_mutex_setprioceiling, __VA_ARGS__)

#define pthread_spin_init(...) HEDDLE_ROW(pthread_spin_init, __VA_ARGS__)
#define pthread_spin_destroy(...) HEDDLE_ROW(pthread_spin_destroy, __VA_ARGS__)
#define pthread_spin_trylock(...) HEDDLE_ROW(pthread_spin_trylock, __VA_ARGS__)
#define pthread_spin_unlock(...) HEDDLE_ROW(pthread_spin_unlock, __VA_ARGS__)
#define pthread_spin_lock(...) HEDDLE_SPINS(pthread_spin_lock, __VA_ARGS__)

#define pthread_rwlock_init(...) HEDDLE_ROW(pthread_rwlock_init, __VA_ARGS__)
#define pthread_rwlock_destroy(...) HEDDLE_ROW(pthread_rwlock_destroy, __VA_ARGS__)
#define pthread_rwlock_rdlock(...) HEDDLE_ROW(pthread_rwlock_rdlock, __VA_ARGS__)
#define pthread_rwlock_wrlock(...) HEDDLE_ROW(pthread_rwlock_wrlock, __VA_ARGS__)
#define pthread_rwlock_tryrdlock(...) HEDDLE_ROW(pthread_rwlock_tryrdlock, __VA_ARGS__)
#define pthread_rwlock_trywrlock(...) HEDDLE_ROW(pthread_rwlock_trywrlock, __VA_ARGS__)
#define pthread_rwlock_unlock(...) HEDDLE_ROW(pthread_rwlock_unlock, __VA_ARGS__)
#define pthread_rwlock_timedrdlock(...) HEDDLE_TIMED(pthread_rwlock_timedrdlock, __VA_ARGS__)
#define pthread_rwlock_timedwrlock(...) HEDDLE_TIMED(pthread_rwlock_timedwrlock, __VA_ARGS__)
#define pthread_rwlock_clockrdlock(...) HEDDLE_TIMED(pthread_rwlock_clockrdlock, __VA_ARGS__)
#define pthread_rwlock_clockwrlock(...) HEDDLE_TIMED(pthread_rwlock_clockwrlock, __VA_ARGS__)

#define sem_init(...) HEDDLE_ERRNO(sem_init, heddle_plain, __VA_ARGS__)
#define sem_destroy(...) HEDDLE_ERRNO(sem_destroy, heddle_plain, __VA_ARGS__)
#define sem_wait(...) HEDDLE_ERRNO(sem_wait, heddle_plain, __VA_ARGS__)
#define sem_trywait(...) HEDDLE_ERRNO(sem_trywait, heddle_plain, __VA_ARGS__)
#define sem_post(...) HEDDLE_ERRNO(sem_post, heddle_plain, __VA_ARGS__)
#define sem_getvalue(...) HEDDLE_ERRNO(sem_getvalue, heddle_plain, __VA_ARGS__)
#define sem_close(...) HEDDLE_ERRNO(sem_close, heddle_plain, __VA_ARGS__)
#define sem_timedwait(...) HEDDLE_ERRNO(sem_timedwait, heddle_timed, __VA_ARGS__)
#define sem_clockwait(...) HEDDLE_ERRNO(sem_clockwait, heddle_timed, __VA_ARGS__)
#define sem_unlink(name) HEDDLE_ERRNO(sem_unlink, heddle_plain, heddle_own(name))
#define sem_open(name, ...)                                                                                  \
  ({                                                                                                         \
    enum { heddle_site = __COUNTER__ };                                                                      \
    heddle_begin(heddle_site, "sem_open", heddle_plain);                                                     \
    sem_t* const heddle_r = sem_open(heddle_own(name), __VA_ARGS__);                                         \
    heddle_end(heddle_site, heddle_r == SEM_FAILED ? -1000 - errno : 0);                                     \
    heddle_r;                                                                                                \
  })

#define pthread_cond_init(...) HEDDLE_ROW(pthread_cond_init, __VA_ARGS__)
#define pthread_cond_destroy(...) HEDDLE_ROW(pthread_cond_destroy, __VA_ARGS__)
#define pthread_cond_wait(...) HEDDLE_ROW(pthread_cond_wait, __VA_ARGS__)
#define pthread_cond_signal(...) HEDDLE_ROW(pthread_cond_signal, __VA_ARGS__)
#define pthread_cond_broadcast(...) HEDDLE_ROW(pthread_cond_broadcast, __VA_ARGS__)
#define pthread_cond_timedwait(...) HEDDLE_TIMED(pthread_cond_timedwait, __VA_ARGS__)
#define pthread_cond_clockwait(...) HEDDLE_TIMED(pthread_cond_clockwait, __VA_ARGS__)
#define pthread_barrier_init(...) HEDDLE_ROW(pthread_barrier_init, __VA_ARGS__)
#define pthread_barrier_destroy(...) HEDDLE_ROW(pthread_barrier_destroy, __VA_ARGS__)
#define pthread_barrier_wait(...) HEDDLE_ROW(pthread_barrier_wait, __VA_ARGS__)
#define pthread_once(...) HEDDLE_ROW(pthread_once, __VA_ARGS__)

#define pthread_key_create(...) HEDDLE_ROW(pthread_key_create, __VA_ARGS__)
#define pthread_key_delete(...) HEDDLE_ROW(pthread_key_delete, __VA_ARGS__)
#define pthread_setspecific(...) HEDDLE_ROW(pthread_setspecific, __VA_ARGS__)
#define pthread_getspecific(...) HEDDLE_VALUE(pthread_getspecific, heddle_r != 0, __VA_ARGS__)

#define pthread_create(...) HEDDLE_ROW(pthread_create, __VA_ARGS__)
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
#define pthread_detach(...) HEDDLE_ROW(pthread_detach, __VA_ARGS__)
#define pthread_cancel(...) HEDDLE_ROW(pthread_cancel, __VA_ARGS__)
#define pthread_setcancelstate(...) HEDDLE_ROW(pthread_setcancelstate, __VA_ARGS__)
#define pthread_setcanceltype(...) HEDDLE_ROW(pthread_setcanceltype, __VA_ARGS__)
#define pthread_testcancel(...) HEDDLE_VOID(pthread_testcancel, __VA_ARGS__)
#define pthread_exit(...) HEDDLE_VOID(pthread_exit, __VA_ARGS__)
#define pthread_self(...) HEDDLE_VALUE(pthread_self, 0, __VA_ARGS__)
#define pthread_equal(...) HEDDLE_VALUE(pthread_equal, heddle_r != 0, __VA_ARGS__)
#define pthread_getschedparam(...) HEDDLE_ROW(pthread_getschedparam, __VA_ARGS__)
#define pthread_setschedparam(...) HEDDLE_ROW(pthread_setschedparam, __VA_ARGS__)
#define pthread_setschedprio(...) HEDDLE_ROW(pthread_setschedprio, __VA_ARGS__)
#define pthread_getattr_np(...) HEDDLE_ROW(pthread_getattr_np, __VA_ARGS__)
#define pthread_getcpuclockid(...) HEDDLE_ROW(pthread_getcpuclockid, __VA_ARGS__)
#define pthread_setname_np(...) HEDDLE_ROW(pthread_setname_np, __VA_ARGS__)
#define pthread_setconcurrency(...) HEDDLE_ROW(pthread_setconcurrency, __VA_ARGS__)
#define pthread_setaffinity_np(...) HEDDLE_ROW(pthread_setaffinity_np, __VA_ARGS__)
#define pthread_atfork(...) HEDDLE_ROW(pthread_atfork, __VA_ARGS__)

#define pthread_attr_init(...) HEDDLE_ROW(pthread_attr_init, __VA_ARGS__)
#define pthread_attr_destroy(...) HEDDLE_ROW(pthread_attr_destroy, __VA_ARGS__)
#define pthread_attr_setdetachstate(...) HEDDLE_ROW(pthread_attr_setdetachstate, __VA_ARGS__)
#define pthread_attr_getdetachstate(...) HEDDLE_ROW(pthread_attr_getdetachstate, __VA_ARGS__)
#define pthread_attr_setscope(...) HEDDLE_ROW(pthread_attr_setscope, __VA_ARGS__)
#define pthread_attr_getscope(...) HEDDLE_ROW(pthread_attr_getscope, __VA_ARGS__)
#define pthread_attr_setinheritsched(...) HEDDLE_ROW(pthread_attr_setinheritsched, __VA_ARGS__)
#define pthread_attr_getinheritsched(...) HEDDLE_ROW(pthread_attr_getinheritsched, __VA_ARGS__)
#define pthread_attr_setschedpolicy(...) HEDDLE_ROW(pthread_attr_setschedpolicy, __VA_ARGS__)
#define pthread_attr_getschedpolicy(...) HEDDLE_ROW(pthread_attr_getschedpolicy, __VA_ARGS__)
#define pthread_attr_setschedparam(...) HEDDLE_ROW(pthread_attr_setschedparam, __VA_ARGS__)
#define pthread_attr_getschedparam(...) HEDDLE_ROW(pthread_attr_getschedparam, __VA_ARGS__)
#define pthread_attr_setstacksize(...) HEDDLE_ROW(pthread_attr_setstacksize, __VA_ARGS__)
#define pthread_attr_getstacksize(...) HEDDLE_ROW(pthread_attr_getstacksize, __VA_ARGS__)
#define pthread_attr_setguardsize(...) HEDDLE_ROW(pthread_attr_setguardsize, __VA_ARGS__)
#define pthread_attr_getguardsize(...) HEDDLE_ROW(pthread_attr_getguardsize, __VA_ARGS__)
#define pthread_attr_setstack(...) HEDDLE_ROW(pthread_attr_setstack, __VA_ARGS__)
#define pthread_attr_getstack(...) HEDDLE_ROW(pthread_attr_getstack, __VA_ARGS__)
#define pthread_mutexattr_init(...) HEDDLE_ROW(pthread_mutexattr_init, __VA_ARGS__)
#define pthread_mutexattr_destroy(...) HEDDLE_ROW(pthread_mutexattr_destroy, __VA_ARGS__)
#define pthread_mutexattr_settype(...) HEDDLE_ROW(pthread_mutexattr_settype, __VA_ARGS__)
#define pthread_mutexattr_gettype(...) HEDDLE_ROW(pthread_mutexattr_gettype, __VA_ARGS__)
#define pthread_mutexattr_setprotocol(...) HEDDLE_ROW(pthread_mutexattr_setprotocol, __VA_ARGS__)
#define pthread_mutexattr_getprotocol(...) HEDDLE_ROW(pthread_mutexattr_getprotocol, __VA_ARGS__)
#define pthread_mutexattr_setpshared(...) HEDDLE_ROW(pthread_mutexattr_setpshared, __VA_ARGS__)
#define pthread_mutexattr_getpshared(...) HEDDLE_ROW(pthread_mutexattr_getpshared, __VA_ARGS__)
#define pthread_mutexattr_setrobust(...) HEDDLE_ROW(pthread_mutexattr_setrobust, __VA_ARGS__)
#define pthread_mutexattr_getrobust(...) HEDDLE_ROW(pthread_mutexattr_getrobust, __VA_ARGS__)
#define pthread_mutexattr_setprioceiling(...) HEDDLE_ROW(pthread_mutexattr_setprioceiling, __VA_ARGS__)
#define pthread_mutexattr_getprioceiling(...) HEDDLE_ROW(pthread_mutexattr_getprioceiling, __VA_ARGS__)
#define pthread_condattr_init(...) HEDDLE_ROW(pthread_condattr_init, __VA_ARGS__)
#define pthread_condattr_destroy(...) HEDDLE_ROW(pthread_condattr_destroy, __VA_ARGS__)
#define pthread_condattr_setpshared(...) HEDDLE_ROW(pthread_condattr_setpshared, __VA_ARGS__)
#define pthread_condattr_getpshared(...) HEDDLE_ROW(pthread_condattr_getpshared, __VA_ARGS__)
#define pthread_condattr_setclock(...) HEDDLE_ROW(pthread_condattr_setclock, __VA_ARGS__)
#define pthread_condattr_getclock(...) HEDDLE_ROW(pthread_condattr_getclock, __VA_ARGS__)
#define pthread_barrierattr_init(...) HEDDLE_ROW(pthread_barrierattr_init, __VA_ARGS__)
#define pthread_barrierattr_destroy(...) HEDDLE_ROW(pthread_barrierattr_destroy, __VA_ARGS__)
#define pthread_barrierattr_setpshared(...) HEDDLE_ROW(pthread_barrierattr_setpshared, __VA_ARGS__)
#define pthread_barrierattr_getpshared(...) HEDDLE_ROW(pthread_barrierattr_getpshared, __VA_ARGS__)
#define pthread_rwlockattr_init(...) HEDDLE_ROW(pthread_rwlockattr_init, __VA_ARGS__)
#define pthread_rwlockattr_destroy(...) HEDDLE_ROW(pthread_rwlockattr_destroy, __VA_ARGS__)
#define pthread_rwlockattr_setpshared(...) HEDDLE_ROW(pthread_rwlockattr_setpshared, __VA_ARGS__)
#define pthread_rwlockattr_getpshared(...) HEDDLE_ROW(pthread_rwlockattr_getpshared, __VA_ARGS__)
#define pthread_rwlockattr_setkind_np(...) HEDDLE_ROW(pthread_rwlockattr_setkind_np, __VA_ARGS__)
#define pthread_rwlockattr_getkind_np(...) HEDDLE_ROW(pthread_rwlockattr_getkind_np, __VA_ARGS__)

#define sched_yield(...) HEDDLE_VALUE(sched_yield, 0, __VA_ARGS__)
#define pthread_yield(...) HEDDLE_VALUE(pthread_yield, 0, __VA_ARGS__)
#define sched_get_priority_min(...) HEDDLE_ERRNO(sched_get_priority_min, heddle_plain, __VA_ARGS__)
#define sched_get_priority_max(...) HEDDLE_ERRNO(sched_get_priority_max, heddle_plain, __VA_ARGS__)
#define sleep(...) HEDDLE_TIMED(sleep, __VA_ARGS__)
#define clock_nanosleep(...) HEDDLE_TIMED(clock_nanosleep, __VA_ARGS__)
#define thrd_sleep(...) HEDDLE_TIMED(thrd_sleep, __VA_ARGS__)
#define usleep(...) HEDDLE_ERRNO(usleep, heddle_timed, __VA_ARGS__)
#define nanosleep(...) HEDDLE_ERRNO(nanosleep, heddle_timed, __VA_ARGS__)

#define mtx_init(...) HEDDLE_ROW(mtx_init, __VA_ARGS__)
#define mtx_lock(...) HEDDLE_ROW(mtx_lock, __VA_ARGS__)
#define mtx_trylock(...) HEDDLE_ROW(mtx_trylock, __VA_ARGS__)
#define mtx_unlock(...) HEDDLE_ROW(mtx_unlock, __VA_ARGS__)
#define mtx_timedlock(...) HEDDLE_TIMED(mtx_timedlock, __VA_ARGS__)
#define mtx_destroy(...) HEDDLE_VOID(mtx_destroy, __VA_ARGS__)
#define cnd_init(...) HEDDLE_ROW(cnd_init, __VA_ARGS__)
#define cnd_wait(...) HEDDLE_ROW(cnd_wait, __VA_ARGS__)
#define cnd_signal(...) HEDDLE_ROW(cnd_signal, __VA_ARGS__)
#define cnd_broadcast(...) HEDDLE_ROW(cnd_broadcast, __VA_ARGS__)
#define cnd_timedwait(...) HEDDLE_TIMED(cnd_timedwait, __VA_ARGS__)
#define cnd_destroy(...) HEDDLE_VOID(cnd_destroy, __VA_ARGS__)
#define thrd_create(...) HEDDLE_ROW(thrd_create, __VA_ARGS__)
#define thrd_join(...) HEDDLE_ROW(thrd_join, __VA_ARGS__)
#define thrd_detach(...) HEDDLE_ROW(thrd_detach, __VA_ARGS__)
#define thrd_exit(...) HEDDLE_VOID(thrd_exit, __VA_ARGS__)
#define thrd_yield(...) HEDDLE_VOID(thrd_yield, __VA_ARGS__)
#define call_once(...) HEDDLE_VOID(call_once, __VA_ARGS__)
#define thrd_current(...) HEDDLE_VALUE(thrd_current, 0, __VA_ARGS__)
#define thrd_equal(...) HEDDLE_VALUE(thrd_equal, heddle_r != 0, __VA_ARGS__)
#define tss_create(...) HEDDLE_ROW(tss_create, __VA_ARGS__)
#define tss_set(...) HEDDLE_ROW(tss_set, __VA_ARGS__)
#define tss_delete(...) HEDDLE_VOID(tss_delete, __VA_ARGS__)
#define tss_get(...) HEDDLE_VALUE(tss_get, heddle_r != 0, __VA_ARGS__)
