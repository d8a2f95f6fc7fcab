// verdict: true
// The same two stores, but the thread says only later that it may be cancelled at any time.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *work(void *a) {
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0);
  x = 1;
  y = 1;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  assert(x == y);
  return 0;
}
