// verdict: false(assert)
// flags: --property assert
#include <assert.h>
#include <pthread.h>

static double balance = 1.5;

static void *worker(void *arg) {
  balance *= 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  balance += 1;
  pthread_join(t, NULL);
  assert(balance == 4.0 || balance == 5.0);
  return 0;
}
