// verdict: false(assert)
// flags: --property assert,race,deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
  pthread_mutexattr_t attr;
  int r;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  pthread_mutex_lock(&m);
  r = pthread_mutex_lock(&m);
  assert(r == 0);
  return 0;
}
