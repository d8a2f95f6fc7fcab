// verdict: true
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static bool lock;
static int x;

static void *worker(void *arg) {
  while (__atomic_test_and_set(&lock, __ATOMIC_SEQ_CST)) {
  }
  x++;
  __atomic_clear(&lock, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
