// verdict: false(assert)
// What the worker writes into its own copy main does not see.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *worker(void *arg) {
  mine = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  assert(mine == 1);
  return 0;
}
