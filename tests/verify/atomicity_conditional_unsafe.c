// verdict: false(atomicity)
// flags: --property atomicity
// A block that is open on one of two ways; it is broken in the second round only.
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
  for (int i = 0; i < 2; i++) {
    if (i == 1) __heddle_atomic_begin();
    int first = x;
    int second = x;
    (void)first;
    (void)second;
    if (i == 1) __heddle_atomic_end();
  }
  pthread_join(t, NULL);
  return 0;
}
