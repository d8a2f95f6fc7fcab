// verdict: true
// flags: --property assert --engine impact
// native: endless
// The fill of a buffer stays within its size.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int size;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (size < 4)
      size++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    assert(size >= 0 && size <= 4);
    if (size > 0)
      size--;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
