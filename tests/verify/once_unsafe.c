// verdict: false(assert)
// A hand-made once: both threads may find it undone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done, value;

static void *worker(void *arg) {
  if (!done) {
    value += 5;
    done = 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 5);
  return 0;
}
