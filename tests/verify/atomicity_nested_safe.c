// verdict: true
// flags: --property atomicity
// A block ends where its own end is; two blocks one after the other are not one. An end too many means nothing.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *writer(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_end();
  for (int i = 0; i < 2; i++) {
    __heddle_atomic_begin();
    __heddle_atomic_begin();
    int seen = x;
    (void)seen;
    __heddle_atomic_end();
    __heddle_atomic_end();
  }
  pthread_join(t, NULL);
  return 0;
}
