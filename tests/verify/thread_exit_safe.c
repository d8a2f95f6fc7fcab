// verdict: true
// pthread_exit from a nested call ends the thread and hands over the result.
#include <assert.h>
#include <pthread.h>

static int after;

static void leave(long value) { pthread_exit((void *)value); }

static void *worker(void *arg) {
  leave((long)arg + 1);
  after = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  void *r;
  pthread_create(&t, NULL, worker, (void *)2L);
  pthread_join(t, &r);
  assert((long)r == 3);
  assert(after == 0);
  return 0;
}
