// verdict: false(race)
// The lock is released before the write.
#include <pthread.h>

static int lock, x;

static void *worker(void *arg) {
  while (__sync_lock_test_and_set(&lock, 1)) {
  }
  __sync_lock_release(&lock);
  x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
