// verdict: true
// flags: --property assert --engine impact
// Who holds a reference finds the object alive; unsafe: one reference too early.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, freed;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (freed) {
      pthread_mutex_unlock(&m);
      break;
    }
    count++;
    pthread_mutex_unlock(&m);
    assert(!freed);
    pthread_mutex_lock(&m);
    count--;
    if (count == 0)
      freed = 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    if (freed) {
      pthread_mutex_unlock(&m);
      break;
    }
    count++;
    pthread_mutex_unlock(&m);
    assert(!freed);
    pthread_mutex_lock(&m);
    count--;
    if (count == 0)
      freed = 1;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
