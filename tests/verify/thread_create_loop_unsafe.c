// verdict: false(assert)
// Atomic load and atomic store make no atomic increment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3
static atomic_int count;

static void *worker(void *arg) {
  count = count + 1;
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(count == N);
  return 0;
}
