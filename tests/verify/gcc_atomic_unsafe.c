// verdict: false(assert)
// The exchange comes between the other thread's load and store.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  int v = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  __atomic_store_n(&x, v + 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  int old;
  pthread_create(&t, NULL, worker, NULL);
  old = __atomic_exchange_n(&x, 10, __ATOMIC_SEQ_CST);
  pthread_join(t, NULL);
  assert(old == 1 || x >= 10);
  return 0;
}
