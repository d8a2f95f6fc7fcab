// verdict: true
// native: compile
// A loop without end that allocates and frees has finitely many states: what nothing points to is used again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    free(shared);
    shared = NULL;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = 1;
    pthread_mutex_lock(&m);
    free(shared);
    shared = fresh;
    assert(*shared == 1);
    pthread_mutex_unlock(&m);
  }
}
