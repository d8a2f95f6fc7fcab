// verdict: true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *a) { return a; }

int main(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_t joined, detached;
  pthread_create(&joined, &a, work, 0);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&detached, &a, work, 0);
  assert(pthread_join(detached, 0) == EINVAL);
  assert(pthread_join(joined, 0) == 0);
  return 0;
}
