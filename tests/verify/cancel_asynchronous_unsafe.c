// verdict: false(assert)
// Between two stores, where nothing waits.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *work(void *a) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  x = 1;
  y = 1;
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
