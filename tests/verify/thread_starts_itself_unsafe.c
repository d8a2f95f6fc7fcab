// verdict: false(assert)
// flags: --property assert
// The instance in the middle has neither the first value nor the last.
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
  int x = (int)(long)arg, *volatile p = &x;
  if (*p > 0) {
    pthread_t next;
    pthread_create(&next, 0, worker, (void *)(long)(*p - 1));
    pthread_join(next, 0);
  }
  assert(*p == 0 || *p == 2);
  return 0;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, worker, (void *)2);
  pthread_join(first, 0);
  return 0;
}
