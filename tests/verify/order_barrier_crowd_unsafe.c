// verdict: false(assert)
// flags: --property assert
// A barrier of two, and three who come: who leaves has met one of the others, and not both.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t bar;
static atomic_int x;

static void *one(void *arg) {
  x = 1;
  pthread_barrier_wait(&bar);
  return arg;
}

static void *two(void *arg) {
  pthread_barrier_wait(&bar);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&bar, NULL, 2);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_barrier_wait(&bar);
  assert(x == 1);
  return 0;
}
