// verdict: false(assert)
// flags: --property assert
// An assertion inside a section sees what others did before it.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  x = x + 1;
  assert(x == 1);
  __VERIFIER_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
