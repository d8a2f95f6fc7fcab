// A recursive robust mutex whose owner died: taken again, it can't be given back with success before it is consistent.
#include "observe.h"

static pthread_mutex_t m;

static void *dies(void *unused) {
  pthread_mutex_lock(&m);
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
  return 0;
}
