// verdict: true
// Double-checked locking with an atomic pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) instance;

static int *get(void) {
  int *p = instance;
  if (!p) {
    pthread_mutex_lock(&m);
    p = instance;
    if (!p) {
      p = malloc(sizeof *p);
      *p = 5;
      instance = p;
    }
    pthread_mutex_unlock(&m);
  }
  return p;
}

static void *worker(void *arg) {
  assert(*get() == 5);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  assert(*get() == 5);
  pthread_join(t, NULL);
  return 0;
}
