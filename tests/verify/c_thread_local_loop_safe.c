// verdict: true
// Threads that are created in a loop have their thread-local variables initialised, too.
#include <assert.h>
#include <pthread.h>

static int shared = 7;
static __thread int zero;
static __thread int five = 5;
static __thread int pair[2] = {1, 2};
static __thread int *pointer = &shared;

static void *worker(void *arg) {
  assert(zero == 0 && five == 5);
  assert(pair[0] == 1 && pair[1] == 2);
  assert(*pointer == 7);
  zero = five = pair[1] = 9;
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
