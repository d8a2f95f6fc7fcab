// verdict: true
// verdict-tso: true
// flags: --property assert
// The machine's fences, written as intrinsics and in assembler.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

static void *first(void *arg) {
  x = 1;
  _mm_mfence();
  _mm_pause();
  r1 = y;
  return arg;
}

static void *second(void *arg) {
  y = 1;
  __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory");
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
