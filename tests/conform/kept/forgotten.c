// Two threads wait for a robust mutex that is lost: POSIX wakes both, glibc 2.36 one of them.
#include "observe.h"

static pthread_mutex_t m;

static void *dies(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

static void *waits(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

static void *loses(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main() {
  pthread_mutexattr_t a;
  pthread_t t[4];
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&t[0], NULL, dies, NULL);
  pthread_join(t[0], NULL);
  pthread_create(&t[1], NULL, loses, NULL);
  pthread_create(&t[2], NULL, waits, NULL);
  pthread_create(&t[3], NULL, waits, NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  pthread_join(t[3], NULL);
  return 0;
}
