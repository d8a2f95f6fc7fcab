// What is known of a thread after it was created: whether somebody may wait for it, its policy, its attributes; and the
// ceilings of mutexes.
#include "observe.h"

static sem_t go;
static pthread_barrier_t b;

static void *waits(void *unused) {
  sem_wait(&go);
  return unused;
}

static void notePolicy(void) {
  int policy = 7;
  struct sched_param p = {7};
  heddle_note(pthread_getschedparam(pthread_self(), &policy, &p));
  heddle_note(policy * 100 + p.sched_priority);
}

static void *looks(void *unused) {
  pthread_attr_t its;
  size_t size = 0;
  int detached = 7;
  notePolicy();
  heddle_note(pthread_getattr_np(pthread_self(), &its));
  pthread_attr_getstacksize(&its, &size);
  pthread_attr_getdetachstate(&its, &detached);
  heddle_note(size == 262144);
  heddle_note(detached);
  return unused;
}

static void *mayBeCancelled(void *unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_barrier_wait(&b);
  for (;;) {
  }
  return unused;
}

static void noteCeiling(int protocol, int ceiling) {
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  int is = 7, old = 7;
  pthread_mutexattr_init(&a);
  heddle_note(pthread_mutexattr_setprotocol(&a, protocol));
  if (ceiling) heddle_note(pthread_mutexattr_setprioceiling(&a, ceiling));
  pthread_mutex_init(&m, &a);
  heddle_note(pthread_mutex_getprioceiling(&m, &is));
  heddle_note(is);
  heddle_note(pthread_mutex_setprioceiling(&m, 100, &old));
}

int main() {
  pthread_t t;
  pthread_attr_t a;
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, waits, NULL);
  pthread_detach(t);
  pthread_detach(t);
  pthread_join(t, NULL);
  pthread_tryjoin_np(t, NULL);
  pthread_timedjoin_np(t, NULL, &heddle_past);
  pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &heddle_past);
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &a, waits, NULL);
  pthread_detach(t);
  pthread_join(t, NULL);

  struct sched_param zero = {0}, one = {1};
  heddle_note(pthread_setschedparam(pthread_self(), SCHED_OTHER, &one));
  heddle_note(pthread_setschedparam(pthread_self(), SCHED_BATCH, &zero));
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 262144);
  pthread_create(&t, &a, looks, NULL);
  pthread_join(t, NULL);
  pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
  pthread_create(&t, &a, looks, NULL);
  pthread_join(t, NULL);

  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, mayBeCancelled, NULL);
  pthread_barrier_wait(&b);
  pthread_cancel(t);
  pthread_join(t, NULL);

  noteCeiling(PTHREAD_PRIO_NONE, 0);
  noteCeiling(PTHREAD_PRIO_INHERIT, 5);
  noteCeiling(PTHREAD_PRIO_PROTECT, 0);
  noteCeiling(PTHREAD_PRIO_PROTECT, 42);
  return 0;
}
