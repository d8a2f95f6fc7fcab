// verdict: true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t plain, protected;
  int ceiling = 0, old = 0;
  pthread_mutex_init(&plain, 0);
  assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL);
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
  pthread_mutexattr_setprioceiling(&a, 20);
  pthread_mutex_init(&protected, &a);
  assert(pthread_mutex_getprioceiling(&protected, &ceiling) == 0 && ceiling == 20);
  assert(pthread_mutex_setprioceiling(&protected, 30, &old) == 0 && old == 20);
  assert(pthread_mutex_getprioceiling(&protected, &ceiling) == 0 && ceiling == 30);
  assert(pthread_mutex_setprioceiling(&protected, 100, &old) == EINVAL);
  return 0;
}
