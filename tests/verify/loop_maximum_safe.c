// verdict: true
// flags: --property assert --engine impact
// native: endless
// The maximum of any numbers is not below the last one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);
static int max, last;

static void *worker(void *arg) {
  for (;;) {
    int n = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    last = n;
    if (n > max)
      max = n;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(last <= max);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
