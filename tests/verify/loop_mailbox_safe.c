// verdict: true
// flags: --property assert --engine impact
// native: endless
// A value is handed over by two condition variables; unsafe: it is fetched while the box is empty.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, box;

static void *worker(void *arg) {
  for (int i = 0;; i = 1 - i) {
    pthread_mutex_lock(&m);
    while (full)
      pthread_cond_wait(&emptied, &m);
    box = i;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (int i = 0;; i = 1 - i) {
    pthread_mutex_lock(&m);
    while (!full)
      pthread_cond_wait(&filled, &m);
    assert(box == i);
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
