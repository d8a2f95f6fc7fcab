// verdict: true
// flags: --property assert
// native: compile
// A function whose name begins with __VERIFIER_atomic_ runs as one action.
#include <assert.h>
#include <pthread.h>

static int x;

static void __VERIFIER_atomic_add(int n) {
  int v = x;
  x = v + n;
}

static void *worker(void *arg) {
  __VERIFIER_atomic_add(2);
  __VERIFIER_atomic_add(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 6);
  return 0;
}
