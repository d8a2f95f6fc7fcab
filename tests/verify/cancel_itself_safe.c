// verdict: true
// A request that is there already, or that the thread makes itself, is acted on at once if the type says so.
#include <assert.h>
#include <pthread.h>

static int went;

static void *cancelsItself(void *a) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  pthread_cancel(pthread_self());
  went = 1;
  return a;
}

static void *asksLate(void *a) {
  pthread_cancel(pthread_self());
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  went = 1;
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, cancelsItself, 0);
  pthread_join(t, 0);
  assert(!went);
  pthread_create(&t, 0, asksLate, 0);
  pthread_join(t, 0);
  assert(!went);
  return 0;
}
