// verdict: true
// Each instance of a thread that starts itself has its own locals and thread-local variables.
#include <assert.h>
#include <pthread.h>

static _Thread_local int id;

static void *worker(void *arg) {
  long depth = (long)arg;
  int local = (int)depth, *address = &local;
  id = (int)depth;
  if (depth > 0) {
    pthread_t next;
    pthread_create(&next, 0, worker, (void *)(depth - 1));
    pthread_join(next, 0);
  }
  assert(*address == (int)depth && id == (int)depth);
  return 0;
}

int main(void) {
  worker((void *)2);
  return 0;
}
