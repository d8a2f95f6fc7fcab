// verdict: false(assert)
// The input of one thread is checked against that of the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static atomic_int votes;

static void *worker(void *arg) {
  if (__VERIFIER_nondet_bool())
    votes++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(votes != 2);
  return 0;
}
