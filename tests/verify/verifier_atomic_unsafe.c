// verdict: false(assert)
// flags: --property assert
// Two atomic sections, and the invariant is broken between them.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  y = y + 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  assert(x == y);
  __VERIFIER_atomic_end();
  pthread_join(a, NULL);
  return 0;
}
