// verdict: false(assert)
// flags: --property assert
// native: compile
// The block is not enforced: an update is lost inside it.
#include <assert.h>
#include <pthread.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static int x;

static void *worker(void *arg) {
  __heddle_atomic_begin();
  x = x + 1;
  __heddle_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
