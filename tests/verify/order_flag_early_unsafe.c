// verdict: false(race)
// flags: --property race
// The first of two states is not enough.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int more;

static void *setter(void *arg) {
  state = 1;
  more = 5;
  state = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  if (state > 0)
    more = 6;
  return 0;
}
