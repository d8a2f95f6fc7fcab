// verdict: false(race)
// Double-checked locking with a plain pointer.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *instance;

static int *get(void) {
  if (!instance) {
    pthread_mutex_lock(&m);
    if (!instance)
      instance = calloc(1, sizeof *instance);
    pthread_mutex_unlock(&m);
  }
  return instance;
}

static void *worker(void *arg) {
  get();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  get();
  pthread_join(t, NULL);
  return 0;
}
