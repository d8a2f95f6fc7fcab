// verdict: true
// native: compile
// Between begin and end no other thread runs. Both sides are sections, so that no race is left.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  x = x + 1;
  y = y + 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  assert(x == y);
  __VERIFIER_atomic_end();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2 && y == 2);
  return 0;
}
