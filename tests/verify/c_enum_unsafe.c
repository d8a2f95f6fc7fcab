// verdict: false(assert)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum state { IDLE, BUSY = 5, DONE };
static _Atomic enum state state;

static void *worker(void *arg) {
  state = BUSY;
  state = DONE;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  assert(state != BUSY);
  pthread_join(t, NULL);
  return 0;
}
