// Waits for a robust mutex that is lost, without the mutex, and until times that are none.
#include "observe.h"

static pthread_mutex_t m, checks;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec later = {4000000000l, 0}, wrong = {1, 1000000000};
static int how, told;

static int waitOn(pthread_mutex_t *which, const struct timespec *until) {
  return how == 0   ? pthread_cond_wait(&c, which)
         : how == 1 ? pthread_cond_timedwait(&c, which, until)
                    : pthread_cond_clockwait(&c, which, CLOCK_MONOTONIC, until);
}

static void *diesWithIt(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  return unused;
}

static void *dies(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

static void *losesIt(void *unused) {
  pthread_t t;
  pthread_create(&t, NULL, dies, NULL);
  pthread_join(t, NULL);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *tells(void *unused) {
  pthread_mutex_lock(&checks);
  told = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&checks);
  return unused;
}

static void initialise(pthread_mutex_t *which, int robust) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  if (robust) pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(which, &a);
}

static void waitWith(void *(*routine)(void *)) {
  pthread_t t;
  initialise(&m, 1);
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, routine, NULL);
  waitOn(&m, &later);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}

int main() {
  pthread_t t;
  initialise(&checks, 0);
  for (how = 0; how < 3; how++) {
    waitWith(diesWithIt);
    waitWith(losesIt);
    waitOn(&checks, &later);
  }
  how = 2;
  pthread_mutex_lock(&checks);
  pthread_create(&t, NULL, tells, NULL);
  while (!told) waitOn(&checks, &later);
  for (how = 1; how < 3; how++) waitOn(&checks, &wrong);
  pthread_mutex_unlock(&checks);
  return 0;
}
