// verdict: true
// verdict-tso: false(assert)
// verdict-pso: false(assert)
// verdict-rmo: false(assert)
// verdict-power: false(assert)
// flags: --property assert
// native: compile
// Store buffering by plain accesses: volatile orders nothing.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

static void *thread1(void *arg) {
  x = 1;
  r1 = y;
  return arg;
}

static void *thread2(void *arg) {
  y = 1;
  r2 = x;
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
