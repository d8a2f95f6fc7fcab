// verdict: true
// A thread that may be cancelled at any time need not wait for that, and may be cancelled while it waits for a mutex.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready, passed;

static void *work(void *a) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  ready = 1;
  pthread_mutex_lock(&m);
  passed = 1;
  return a;
}

int main(void) {
  pthread_t t;
  void *result = 0;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, work, 0);
  while (!ready) {}
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && !passed);
  return 0;
}
