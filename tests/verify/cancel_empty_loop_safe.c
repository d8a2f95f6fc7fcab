// verdict: true
// Where a thread does nothing that anybody sees it may be cancelled, too.
#include <assert.h>
#include <pthread.h>

static void *work(void *a) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  for (;;) {
  }
  return a;
}

int main(void) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
