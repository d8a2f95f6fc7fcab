// verdict: false(assert)
// flags: --property assert
// A thread may wait for main, which ends without waiting for it.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_t first;

static void *worker(void *arg) {
  pthread_join(first, NULL);
  assert(0);
  return arg;
}

int main(void) {
  pthread_t t;
  first = pthread_self();
  pthread_create(&t, NULL, worker, NULL);
  if (!__VERIFIER_nondet_bool())
    pthread_join(t, NULL);
  else
    pthread_exit(NULL);
  return 0;
}
