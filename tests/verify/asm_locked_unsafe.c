// verdict: false(assert)
// flags: --property assert
// A read and a write by the processor are two steps.
#include <assert.h>
#include <pthread.h>

static int n;

static void *run(void *a) {
  int v;
  __asm__ __volatile__("movl %1, %0" : "=r"(v) : "m"(n));
  v++;
  __asm__ __volatile__("movl %1, %0" : "=m"(n) : "r"(v));
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(n == 2);
  return 0;
}
