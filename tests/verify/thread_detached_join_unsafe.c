// verdict: false(assert)
// The thread detaches itself, so that joining it may return before it has done anything.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *a) {
  pthread_detach(pthread_self());
  done = 1;
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(done == 1);
  return 0;
}
