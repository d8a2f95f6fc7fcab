// verdict: false(atomicity)
// flags: --property atomicity
// The block's first access comes before there is another thread.
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
  __heddle_atomic_begin();
  int first = x;
  pthread_create(&t, NULL, writer, NULL);
  int second = x;
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return first + second;
}
