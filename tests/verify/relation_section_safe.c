// verdict: true
// flags: --engine modular --domain octagons
// native: compile
// Atomic sections exclude each other: the sum of two accounts stays.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int here = 50, there = 50;

static void *mover(void *arg) {
  (void)arg;
  for (int i = 0; i < 20; i++) {
    __VERIFIER_atomic_begin();
    if (here > 0) {
      here--;
      there++;
    }
    __VERIFIER_atomic_end();
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, mover, 0);
  pthread_create(&b, 0, mover, 0);
  __VERIFIER_atomic_begin();
  assert(here + there == 100);
  __VERIFIER_atomic_end();
  return 0;
}
