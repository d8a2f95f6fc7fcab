// Results that need another thread: it ends with robust mutexes held, is waited for too shortly, or is cancelled.
#include "observe.h"

static pthread_mutex_t m[5];
static sem_t go;
static pthread_barrier_t b;

static void *dies(void *unused) {
  for (int i = 0; i < 5; i++) pthread_mutex_lock(&m[i]);
  return unused;
}

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *writes(void *unused) {
  pthread_rwlock_wrlock(&l);
  return unused;
}

static void *ends(void *unused) { return unused; }
static void *exits(void *unused) { pthread_exit(unused); }

static void *waits(void *unused) {
  pthread_barrier_wait(&b);
  sem_wait(&go);
  return unused;
}

int main() {
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  for (int i = 0; i < 5; i++) pthread_mutex_init(&m[i], &a);
  pthread_create(&t, NULL, dies, NULL);
  pthread_join(t, NULL);
  pthread_mutex_lock(&m[0]);
  pthread_mutex_consistent(&m[0]);
  pthread_mutex_unlock(&m[0]);
  pthread_mutex_trylock(&m[1]);
  pthread_mutex_unlock(&m[1]);
  pthread_mutex_lock(&m[1]);
  pthread_mutex_trylock(&m[1]);
  pthread_mutex_timedlock(&m[1], &heddle_past);
  pthread_mutex_clocklock(&m[1], CLOCK_MONOTONIC, &heddle_past);
  pthread_mutex_lock(&m[4]);
  pthread_mutex_unlock(&m[4]);
  pthread_mutex_timedlock(&m[4], &heddle_past);
  pthread_mutex_clocklock(&m[4], CLOCK_MONOTONIC, &heddle_past);
  pthread_mutex_timedlock(&m[2], &heddle_past);
  pthread_mutex_clocklock(&m[3], CLOCK_MONOTONIC, &heddle_past);
  sem_init(&go, 0, 0);
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, waits, NULL);
  pthread_barrier_wait(&b);
  pthread_tryjoin_np(t, NULL);
  pthread_timedjoin_np(t, NULL, &heddle_past);
  pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &heddle_past);
  pthread_cancel(t);
  pthread_join(t, NULL);
  pthread_create(&t, NULL, ends, NULL);
  while (pthread_tryjoin_np(t, NULL) != 0) sched_yield();
  pthread_create(&t, NULL, ends, NULL);
  while (pthread_timedjoin_np(t, NULL, heddle_later()) != 0) {
  }
  pthread_create(&t, NULL, ends, NULL);
  while (pthread_clockjoin_np(t, NULL, CLOCK_REALTIME, heddle_later()) != 0) {
  }
  pthread_create(&t, NULL, writes, NULL);
  pthread_join(t, NULL);
  pthread_rwlock_timedrdlock(&l, &heddle_past);
  pthread_rwlock_timedwrlock(&l, heddle_later());
  pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &heddle_past);
  pthread_create(&t, NULL, exits, NULL);
  pthread_join(t, NULL);
  pthread_join(t, NULL); // glibc knows it still
  pthread_detach(t);
  pthread_create(&t, NULL, ends, NULL);
  pthread_detach(t);
  while (pthread_tryjoin_np(t, NULL) == EBUSY) sched_yield();
  return 0;
}
