// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// An atomic section begins when the stores before it have reached memory, and its own are seen at its end.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static volatile int x, y, z;
static int r1, r2;

static void *thread1(void *arg) {
  x = 1;
  __VERIFIER_atomic_begin();
  z = 1;
  r1 = y;
  __VERIFIER_atomic_end();
  return arg;
}

static void *thread2(void *arg) {
  y = 1;
  __VERIFIER_atomic_begin();
  assert(z == 0 || x == 1);
  r2 = x;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
  return 0;
}
