// verdict: true
// Nobody can wait for a thread that was detached.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *a) { return a; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  assert(pthread_detach(t) == 0);
  assert(pthread_join(t, 0) == EINVAL);
  assert(pthread_detach(t) == EINVAL);
  return 0;
}
