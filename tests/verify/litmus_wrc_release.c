// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// native: compile
// WRC: a release passes on what its thread has read, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define load(p) atomic_load_explicit(p, memory_order_relaxed)
#define acquire(p) atomic_load_explicit(p, memory_order_acquire)
#define store(p, v) atomic_store_explicit(p, v, memory_order_relaxed)
#define release(p, v) atomic_store_explicit(p, v, memory_order_release)

static atomic_int x, y;
static int r1, r2, r3;

static void *thread1(void *arg) {
  store(&x, 1);
  return arg;
}

static void *thread2(void *arg) {
  r1 = load(&x);
  release(&y, r1);
  return arg;
}

static void *thread3(void *arg) {
  r2 = acquire(&y);
  r3 = load(&x);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, thread1, NULL);
  pthread_create(&t[1], NULL, thread2, NULL);
  pthread_create(&t[2], NULL, thread3, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  pthread_join(t[2], NULL);
  assert(!r2 || r3);
  return 0;
}
