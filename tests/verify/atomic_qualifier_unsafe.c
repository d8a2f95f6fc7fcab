// verdict: false(race)
// An atomic access in one thread does not help a plain one in the other.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  int v;
  pthread_create(&t, NULL, worker, NULL);
  v = x;
  pthread_join(t, NULL);
  return v == 7;
}
