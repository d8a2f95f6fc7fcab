// verdict: true
// flags: --property assert,deadlock
// __sync_lock_release is a release store, weaker than seq_cst, so races are not asked about.
#include <assert.h>
#include <pthread.h>

static int lock, x;

static void *worker(void *arg) {
  while (__sync_lock_test_and_set(&lock, 1)) {
  }
  x++;
  __sync_lock_release(&lock);
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
