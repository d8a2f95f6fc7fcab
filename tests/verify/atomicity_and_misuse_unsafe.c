// verdict: false(atomicity)
// flags: --property atomicity,lock-misuse --engine bounded --strategy mia --without S2a,layers
// While the block is broken another thread is about to misuse a lock: the confirmation must not mix them up.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *marked(void *arg) {
  __heddle_atomic_begin();
  atomic_store(&x, atomic_load(&x) & 3);
  __heddle_atomic_end();
  return arg;
}

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_fetch_xor(&x, 0);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, marked, NULL);
  pthread_create(&u, NULL, other, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
