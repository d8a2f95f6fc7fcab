// verdict: true
// flags: --property assert
// The other attributes of a mutex leave its kind as it is.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  int v;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_gettype(&a, &v) == 0 && v == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_getprotocol(&a, &v) == 0 && v == PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&m, &a);
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
  return 0;
}
