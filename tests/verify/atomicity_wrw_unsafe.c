// verdict: false(atomicity)
// flags: --property atomicity
// Another thread sees a value that is not the last; the block's own read in between does not matter.
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
  state = 1;
  int old = state;
  state = old + 1;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
