// Two threads wait for a robust mutex: which of them gets it first is a choice of the machine.
#include "observe.h"

static pthread_mutex_t m;

static void *waits(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

static void *dies(void *unused) {
  pthread_mutex_trylock(&m);
  pthread_mutex_timedlock(&m, heddle_later());
  return unused;
}

int main() {
  pthread_mutexattr_t a;
  pthread_t t[2];
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&t[0], NULL, waits, NULL);
  pthread_create(&t[1], NULL, dies, NULL);
  pthread_detach(t[0]);
  pthread_mutex_lock(&m);
  pthread_join(t[1], NULL);
  return 0;
}
