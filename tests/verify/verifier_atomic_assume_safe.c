// verdict: true
// flags: --property assert
// native: compile
// Test-and-set written as SV-COMP programs do: the assume discards executions in which the lock is taken.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
static int lock, x;

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(lock == 0);
  lock = 1;
}

static void __VERIFIER_atomic_release(void) { lock = 0; }

static void *worker(void *arg) {
  __VERIFIER_atomic_acquire();
  x = x + 1;
  __VERIFIER_atomic_release();
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
