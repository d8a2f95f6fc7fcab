// Every attribute: what it is at first, what it may be set to and what not, and what it is afterwards.
#include "observe.h"

#define SHOW(get, a)                                                                                         \
  ({                                                                                                         \
    int v = -1;                                                                                              \
    get(a, &v);                                                                                              \
    heddle_note(v);                                                                                          \
  })
#define TRY(set, get, a, good, bad)                                                                          \
  ({                                                                                                         \
    SHOW(get, a);                                                                                            \
    set(a, good);                                                                                            \
    set(a, bad);                                                                                             \
    SHOW(get, a);                                                                                            \
  })

static char stack[1 << 15];

static void ofThreads(void) {
  pthread_attr_t a;
  struct sched_param p = {0};
  size_t size = 0;
  void *where = NULL;
  pthread_attr_init(&a);
  TRY(pthread_attr_setdetachstate, pthread_attr_getdetachstate, &a, PTHREAD_CREATE_DETACHED, 77);
  TRY(pthread_attr_setscope, pthread_attr_getscope, &a, PTHREAD_SCOPE_SYSTEM, 77);
  pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS);
  TRY(pthread_attr_setinheritsched, pthread_attr_getinheritsched, &a, PTHREAD_EXPLICIT_SCHED, 77);
  pthread_attr_setschedparam(&a, &p);
  p.sched_priority = 77;
  pthread_attr_setschedparam(&a, &p);
  pthread_attr_getschedparam(&a, &p);
  heddle_note(p.sched_priority);
  TRY(pthread_attr_setschedpolicy, pthread_attr_getschedpolicy, &a, SCHED_FIFO, 77);
  pthread_t t;
  pthread_create(&t, &a, NULL, NULL); // there is no such priority
  pthread_attr_setstacksize(&a, 1 << 17);
  pthread_attr_setstacksize(&a, 1);
  pthread_attr_getstacksize(&a, &size);
  heddle_note(size);
  pthread_attr_setguardsize(&a, 1 << 13);
  pthread_attr_getguardsize(&a, &size);
  heddle_note(size);
  pthread_attr_setstack(&a, stack, sizeof stack);
  pthread_attr_setstack(&a, stack, 1);
  pthread_attr_getstack(&a, &where, &size);
  heddle_note(where == stack);
  heddle_note(size);
  pthread_attr_destroy(&a);
}

static void ofMutexes(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  TRY(pthread_mutexattr_settype, pthread_mutexattr_gettype, &a, PTHREAD_MUTEX_ERRORCHECK, 77);
  TRY(pthread_mutexattr_setpshared, pthread_mutexattr_getpshared, &a, PTHREAD_PROCESS_SHARED, 77);
  TRY(pthread_mutexattr_setrobust, pthread_mutexattr_getrobust, &a, PTHREAD_MUTEX_ROBUST, 77);
  pthread_mutexattr_destroy(&a);
  pthread_mutexattr_init(&a);
  TRY(pthread_mutexattr_setprotocol, pthread_mutexattr_getprotocol, &a, PTHREAD_PRIO_PROTECT, 77);
  TRY(pthread_mutexattr_setprioceiling, pthread_mutexattr_getprioceiling, &a, 5, 177);
  pthread_mutex_t high, low = PTHREAD_MUTEX_INITIALIZER;
  int old = -1;
  pthread_mutex_init(&high, &a);
  pthread_mutex_setprioceiling(&high, 7, &old);
  heddle_note(old);
  pthread_mutex_setprioceiling(&high, 177, &old);
  SHOW(pthread_mutex_getprioceiling, &high);
  pthread_mutex_setprioceiling(&low, 7, &old);
  SHOW(pthread_mutex_getprioceiling, &low);
}

static void ofOthers(void) {
  pthread_condattr_t c;
  pthread_condattr_init(&c);
  TRY(pthread_condattr_setpshared, pthread_condattr_getpshared, &c, PTHREAD_PROCESS_SHARED, 77);
  TRY(pthread_condattr_setclock, pthread_condattr_getclock, &c, CLOCK_MONOTONIC, 77);
  pthread_condattr_destroy(&c);
  pthread_barrierattr_t b;
  pthread_barrierattr_init(&b);
  TRY(pthread_barrierattr_setpshared, pthread_barrierattr_getpshared, &b, PTHREAD_PROCESS_SHARED, 77);
  pthread_barrierattr_destroy(&b);
  pthread_rwlockattr_t l;
  pthread_rwlockattr_init(&l);
  TRY(pthread_rwlockattr_setpshared, pthread_rwlockattr_getpshared, &l, PTHREAD_PROCESS_SHARED, 77);
  TRY(pthread_rwlockattr_setkind_np, pthread_rwlockattr_getkind_np, &l,
      PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, 77);
  pthread_rwlockattr_destroy(&l);
}

static void *ends(void *unused) { return unused; }

static void ofAnEndedThread(void) {
  struct sched_param p = {0};
  int policy = -1;
  pthread_t t;
  pthread_create(&t, NULL, ends, NULL);
  while (pthread_getschedparam(t, &policy, &p) == 0) sched_yield();
  pthread_setschedparam(t, SCHED_OTHER, &p);
  pthread_setschedprio(t, 0);
  pthread_join(t, NULL);
}

static void ofTheThread(void) {
  struct sched_param p = {0};
  int policy = -1, clock = 0;
  pthread_attr_t a;
  pthread_setschedparam(pthread_self(), SCHED_OTHER, &p);
  pthread_setschedparam(pthread_self(), 77, &p);
  pthread_setschedprio(pthread_self(), 0);
  pthread_setschedprio(pthread_self(), 5);
  pthread_getschedparam(pthread_self(), &policy, &p);
  heddle_note(policy);
  heddle_note(p.sched_priority);
  pthread_getattr_np(pthread_self(), &a);
  SHOW(pthread_attr_getdetachstate, &a);
  pthread_attr_destroy(&a);
  heddle_note(pthread_getcpuclockid(pthread_self(), &clock));
}

int main() {
  ofThreads();
  ofMutexes();
  ofOthers();
  ofTheThread();
  ofAnEndedThread();
  return 0;
}
