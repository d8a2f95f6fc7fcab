// verdict: false(assert)
// Between the request and its being acted on, the thread may still finish its work, or not.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  pthread_testcancel();
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  assert(x == 1);
  return 0;
}
