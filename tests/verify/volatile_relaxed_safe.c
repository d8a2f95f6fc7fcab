// verdict: true
// flags: --volatile relaxed
// One word, written by one thread with volatile and by another with an atomic operation.
#include <assert.h>
#include <pthread.h>

static volatile int count;

static void *add(void *a) {
  __sync_fetch_and_add(&count, 1);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  int seen = count;
  assert(seen == 0 || seen == 1);
  pthread_join(t, 0);
  assert(count == 1);
  return 0;
}
