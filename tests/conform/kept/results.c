// Every result that a function can give without another thread's help, one after the other.
#include "observe.h"
#include <string.h>

static void mutexes(void) {
  static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static struct {
    int before;
    pthread_mutex_t checks[2];
  } s = {7, {PTHREAD_MUTEX_INITIALIZER, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP}};
  pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&normal);
  pthread_mutex_trylock(&normal);
  pthread_mutex_timedlock(&normal, &heddle_past);
  pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &heddle_past);
  pthread_mutex_unlock(&normal);
  pthread_mutex_consistent(&normal);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_trylock(&recursive);
  pthread_mutex_timedlock(&recursive, &heddle_past);
  pthread_mutex_clocklock(&recursive, CLOCK_MONOTONIC, &heddle_past);
  for (int i = 0; i < 6; i++) pthread_mutex_unlock(&recursive);
  pthread_mutex_lock(&s.checks[1]);
  pthread_mutex_lock(&s.checks[1]);
  pthread_mutex_trylock(&s.checks[1]);
  pthread_mutex_timedlock(&s.checks[1], &heddle_past);
  pthread_mutex_clocklock(&s.checks[1], CLOCK_MONOTONIC, &heddle_past);
  pthread_mutex_destroy(&s.checks[1]);
  pthread_mutex_unlock(&s.checks[1]);
  pthread_mutex_unlock(&s.checks[1]);
  pthread_mutex_destroy(&s.checks[1]);
  pthread_mutex_trylock(&s.checks[1]);
  pthread_mutex_init(&s.checks[1], NULL);
  pthread_mutex_trylock(&s.checks[1]);
}

static void attributes(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, 77);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutexattr_setrobust(&a, 77);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_t m;
  pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m);
  pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutexattr_destroy(&a);
}

static const struct timespec wrong = {1, 1000000000};

static void times(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_timedlock(&m, &wrong);
  pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &wrong);
  pthread_mutex_clocklock(&m, 77, &heddle_past);
  pthread_mutex_unlock(&m);
  pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &wrong);
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_timedrdlock(&l, &wrong);
  pthread_rwlock_timedwrlock(&l, &wrong);
  pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &wrong);
  pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &wrong);
  pthread_rwlock_clockrdlock(&l, 77, &heddle_past);
  pthread_rwlock_clockrdlock(&l, CLOCK_REALTIME, &heddle_past);
  pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &heddle_past);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &heddle_past);
  pthread_rwlock_clockrdlock(&l, CLOCK_REALTIME, &heddle_past);
  pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &heddle_past);
  sem_t s;
  sem_init(&s, 0, 1);
  sem_timedwait(&s, &wrong);
  sem_clockwait(&s, CLOCK_MONOTONIC, &wrong);
}

static void others(void) {
  pthread_rwlock_t l;
  pthread_rwlock_init(&l, NULL);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_tryrdlock(&l);
  pthread_rwlock_timedrdlock(&l, &heddle_past);
  pthread_rwlock_trywrlock(&l);
  pthread_rwlock_timedwrlock(&l, &heddle_past);
  for (int i = 0; i < 3; i++) pthread_rwlock_unlock(&l);
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_tryrdlock(&l);
  pthread_rwlock_trywrlock(&l);
  pthread_rwlock_timedrdlock(&l, &heddle_past);
  pthread_rwlock_timedwrlock(&l, &heddle_past);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_trywrlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_timedwrlock(&l, &heddle_past);
  pthread_rwlock_unlock(&l);
  pthread_rwlock_destroy(&l);
  pthread_spinlock_t spin;
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
  pthread_spin_trylock(&spin);
  pthread_spin_unlock(&spin);
  pthread_spin_trylock(&spin);
  pthread_spin_unlock(&spin);
  pthread_spin_destroy(&spin);
  pthread_barrier_t b;
  pthread_barrier_init(&b, NULL, 0);
  pthread_barrier_init(&b, NULL, 1);
  pthread_barrier_wait(&b);
  pthread_barrier_destroy(&b);
  pthread_cond_t c;
  pthread_cond_init(&c, NULL);
  pthread_cond_signal(&c);
  pthread_cond_broadcast(&c);
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &heddle_past);
  pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &heddle_past);
  pthread_mutex_unlock(&m);
  pthread_cond_destroy(&c);
}

static void semaphores(void) {
  sem_t s, full;
  sem_init(&full, 0, SEM_VALUE_MAX + 1u);
  sem_init(&full, 0, SEM_VALUE_MAX);
  sem_post(&full);
  sem_init(&s, 0, 3);
  sem_wait(&s);
  sem_trywait(&s);
  sem_timedwait(&s, &heddle_past);
  sem_trywait(&s);
  sem_timedwait(&s, &heddle_past);
  sem_clockwait(&s, CLOCK_MONOTONIC, &heddle_past);
  sem_post(&s);
  sem_clockwait(&s, CLOCK_MONOTONIC, &heddle_past);
  sem_destroy(&s);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void first(void) { heddle_note(1); }

static void states(void) {
  pthread_key_t k, other;
  pthread_key_create(&k, NULL);
  pthread_key_create(&other, NULL);
  pthread_setspecific(k, &k);
  pthread_key_delete(k);
  pthread_key_delete(k);
  pthread_setspecific(k, &k);
  heddle_note(pthread_getspecific(k) == NULL);
  pthread_setspecific(other, &k);
  heddle_note(pthread_getspecific(other) == &k);
  pthread_key_create(&k, NULL);
  heddle_note(pthread_getspecific(k) == NULL);
  pthread_setcancelstate(77, NULL);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_setcanceltype(77, NULL);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
  pthread_once(&once, first);
  pthread_once(&once, first);
  pthread_join(pthread_self(), NULL);
  pthread_testcancel();
}

static void before(void) {}

static void numbers(void) {
  const struct timespec soon = {0, 1000};
  cpu_set_t all;
  memset(&all, 255, sizeof all);
  pthread_t self = pthread_self();
  heddle_note(pthread_equal(self, pthread_self()));
  heddle_note(pthread_equal(self, (pthread_t)0));
  pthread_setname_np(pthread_self(), "tested");
  pthread_setconcurrency(2);
  pthread_setaffinity_np(pthread_self(), sizeof all, &all);
  pthread_atfork(before, NULL, NULL);
  sched_yield();
  pthread_yield();
  for (int policy = SCHED_OTHER; policy <= SCHED_FIFO; policy++) {
    sched_get_priority_min(policy);
    sched_get_priority_max(policy);
  }
  sched_get_priority_min(77);
  sched_get_priority_max(77);
  sleep(0);
  usleep(1);
  nanosleep(&soon, NULL);
  clock_nanosleep(CLOCK_MONOTONIC, 0, &soon, NULL);
}

int main() {
  mutexes();
  attributes();
  times();
  others();
  semaphores();
  states();
  numbers();
  return 0;
}
