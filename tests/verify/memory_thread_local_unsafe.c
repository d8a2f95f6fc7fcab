// verdict: false(memory)
// A thread-local variable ends with its thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local int local;
static int *_Atomic shared;

static void *worker(void *arg) {
  shared = &local;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  int *p = shared;
  return *p;
}
