// verdict: false(assert)
// flags: --property assert
// The value was read outside the atomic function.
#include <assert.h>
#include <pthread.h>

static int x;

static void __VERIFIER_atomic_set(int n) { x = n; }

static void *worker(void *arg) {
  int v = x;
  __VERIFIER_atomic_set(v + 1);
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
