// verdict: false(atomicity)
// flags: --property atomicity --atomic update
// A function that is named on the command line; its callee belongs to the block.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void set(int value) { state = value; }

static void update(int value) {
  set(value);
  set(value + 1);
}

static void *other(void *arg) {
  state = 5;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  update(1);
  pthread_join(t, NULL);
  return 0;
}
