// verdict: false(assert)
// flags: --property assert --engine impact
// What was produced and not consumed is queued; unsafe: one is consumed from an empty queue.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned produced, consumed, queued;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (queued < 1000) {
      produced++;
      queued++;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(produced - consumed == queued);
    consumed++;
    if (queued > 0)
      queued--;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
