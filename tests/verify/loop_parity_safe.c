// verdict: true
// flags: --property assert --engine impact
// native: endless
// A writer keeps a checksum; readers under the lock find it right; unsafe: it is written after the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned data[2], sum;

static void *worker(void *arg) {
  for (;;) {
    unsigned v = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint() % 2;
    pthread_mutex_lock(&m);
    data[i] = v;
    sum = data[0] ^ data[1];
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(sum == (data[0] ^ data[1]));
    pthread_mutex_unlock(&m);
  }
  return 0;
}
