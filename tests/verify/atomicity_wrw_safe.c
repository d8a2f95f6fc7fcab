// verdict: true
// flags: --property atomicity
// A read between a write and a read, or between two reads, breaks nothing.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *reader(void *arg) {
  int seen = state;
  (void)seen;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  __heddle_atomic_begin();
  int before = state;
  state = 1;
  int after = state;
  after = state;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return before == after;
}
