// verdict: true
// verdict-tso: false(assert)
// flags: --property assert
// Fences that order nothing between a store and a load.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

static void *first(void *arg) {
  x = 1;
  _mm_lfence();
  _mm_sfence();
  r1 = y;
  return arg;
}

static void *second(void *arg) {
  y = 1;
  __asm__ volatile("pause" ::: "memory");
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(r1 || r2);
  return 0;
}
