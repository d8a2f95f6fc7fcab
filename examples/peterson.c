// verdict: true
// Peterson's algorithm: mutual exclusion of two threads without a lock, by sequentially consistent atomics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int inside; // plain on purpose: the algorithm itself must keep the accesses apart

static void enter(int me) {
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me) {
  }
}

static void leave(int me) { wants[me] = 0; }

static void critical(int me) {
  enter(me);
  inside++;
  assert(inside == 1);
  inside--;
  leave(me);
}

static void *first(void *arg) {
  critical(0);
  return arg;
}

static void *second(void *arg) {
  critical(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
