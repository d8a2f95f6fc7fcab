// verdict: true
// flags: --property assert --engine impact
// native: endless
// Readers and a writer by a word of state under a lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, writer;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (!writer && readers == 0)
      writer = 1;
    else {
      pthread_mutex_unlock(&m);
      continue;
    }
    pthread_mutex_unlock(&m);
    assert(readers == 0);
    pthread_mutex_lock(&m);
    writer = 0;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    if (writer) {
      pthread_mutex_unlock(&m);
      continue;
    }
    readers++;
    pthread_mutex_unlock(&m);
    assert(!writer);
    pthread_mutex_lock(&m);
    readers--;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
