// verdict: true
// flags: --property assert
// Attributes keep what was set, and refuse what they can't be.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_attr_t a;
  int v;
  size_t size;
  pthread_attr_init(&a);
  assert(pthread_attr_getdetachstate(&a, &v) == 0 && v == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&a, 77) == EINVAL);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&a, &v) == 0 && v == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setstacksize(&a, 1) == EINVAL && pthread_attr_setstacksize(&a, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
  pthread_condattr_t c;
  clockid_t clock;
  pthread_condattr_init(&c);
  assert(pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0 && pthread_condattr_getclock(&c, &clock) == 0);
  assert(clock == CLOCK_MONOTONIC && pthread_condattr_getpshared(&c, &v) == 0 && v == PTHREAD_PROCESS_PRIVATE);
  return 0;
}
