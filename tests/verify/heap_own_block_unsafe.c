// verdict: false(assert)
// A thread finds its own block by a pointer that may lead to others, too: it sees what it has written there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;

static void *work(void *arg) {
  int *mine = calloc(1, sizeof *mine);
  *mine = 1;
  free(atomic_exchange(&slot, mine));
  int *found = atomic_load(&slot);
  assert(*found != 1);
  return arg;
}

int main(void) {
  pthread_t t;
  int *first = calloc(1, sizeof *first);
  *first = 5;
  slot = first;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
