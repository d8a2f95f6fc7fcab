// verdict: true
// flags: --property assert,race
// Who has seen a state knows what was done before it was set; the states before it do not matter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int data, more;

static void *setter(void *arg) {
  data = 1;
  state = 1;
  more = 5;
  state = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, setter, NULL);
  if (state > 0)
    assert(data == 1);
  while (state != 2) {
  }
  assert(more == 5);
  more = 6;
  assert(more == 6);
  return 0;
}
