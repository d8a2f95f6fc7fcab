// A recursive robust mutex whose owner died: taken again, it can't be given back with success before it is consistent;
// and it belongs to whoever says that it is.
#include "observe.h"

static pthread_mutex_t m;
static pthread_barrier_t b;

static void *dies(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

static void *repairs(void *unused) {
  pthread_barrier_wait(&b);
  pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  pthread_barrier_wait(&b);
  return unused;
}

static void start(void) {
  pthread_t t;
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, NULL, dies, NULL);
  pthread_join(t, NULL);
}

int main() {
  pthread_t t;
  start();
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  start();
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  start();
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, repairs, NULL);
  pthread_mutex_lock(&m);
  pthread_barrier_wait(&b);
  pthread_barrier_wait(&b);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
