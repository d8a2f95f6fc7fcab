// verdict: true
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
  enum state s;
  pthread_create(&t, NULL, worker, NULL);
  s = state;
  assert(s == IDLE || s == BUSY || s == 6);
  pthread_join(t, NULL);
  assert(state == DONE);
  return 0;
}
