// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// IRIW: a seq_cst read waits until all see what its thread has seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define seqCst(p) atomic_load_explicit(p, memory_order_seq_cst)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)

static atomic_int x, y;
static int r1, r2, r3, r4;

static void *thread1(void *arg) {
  store(&x, 1);
  return arg;
}

static void *thread2(void *arg) {
  store(&y, 1);
  return arg;
}

static void *thread3(void *arg) {
  r1 = seqCst(&x);
  r2 = seqCst(&y);
  return arg;
}

static void *thread4(void *arg) {
  r3 = seqCst(&y);
  r4 = seqCst(&x);
  return arg;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, thread1, NULL);
  pthread_create(&t[1], NULL, thread2, NULL);
  pthread_create(&t[2], NULL, thread3, NULL);
  pthread_create(&t[3], NULL, thread4, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  pthread_join(t[3], NULL);
  assert(!(r1 && !r2 && r3 && !r4));
  return 0;
}
