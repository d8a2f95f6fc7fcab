// verdict: true
// flags: --property assert --engine impact
// native: endless
// Transfers of any amount keep the sum.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned a = 50, b = 50;

static void *worker(void *arg) {
  for (;;) {
    unsigned n = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    a -= n;
    b += n;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(a + b == 100);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
