// verdict: true
// flags: --property assert --engine impact
// native: endless
// Transfers between accounts with a lock each keep the sum; unsafe: each thread takes one lock only.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
static unsigned a = 70, b = 30;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&ma);
    pthread_mutex_lock(&mb);
    if (a > 0) {
      a--;
      b++;
    }
    pthread_mutex_unlock(&mb);
    pthread_mutex_unlock(&ma);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&ma);
    pthread_mutex_lock(&mb);
    assert(a + b == 100);
    pthread_mutex_unlock(&mb);
    pthread_mutex_unlock(&ma);
  }
  return 0;
}
