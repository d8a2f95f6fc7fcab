// verdict: true
// Another thread uses a thread-local variable while its owner lives; the owner's is still there after a thread that
// had one, too.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int local = 1;

static void *worker(void *arg) {
  *(int *)arg = 5;
  local = 7;
  int *mine = &local;
  assert(*mine == 7);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &local);
  pthread_join(t, NULL);
  assert(local == 5);
  return 0;
}
