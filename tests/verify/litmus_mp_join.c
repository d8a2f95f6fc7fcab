// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert,race
// What a thread wrote is seen by whoever joins it, and what was written before its start is seen by it.
#include <assert.h>
#include <pthread.h>

static int before, after, seen;

static void *thread1(void *arg) {
  seen = before;
  after = 1;
  return arg;
}

int main(void) {
  pthread_t a;
  before = 1;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_join(a, NULL);
  assert(after == 1 && seen == 1);
  return 0;
}
