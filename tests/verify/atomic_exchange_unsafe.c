// verdict: false(assert)
// Read and cleared in two steps: two winners.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int token = 1;
static int winners[2];

static void *worker(void *arg) {
  winners[(long)arg] = atomic_load(&token);
  atomic_store(&token, 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(winners[0] + winners[1] == 1);
  return 0;
}
