// verdict: true
// flags: --property assert --engine impact
// native: endless
// Whoever finds the value made uses it; unsafe: it is announced before it is made.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int made;
static int value;

static int use(void) {
  if (!made) {
    pthread_mutex_lock(&m);
    if (!made) {
      value = 42;
      made = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return value;
}

static void *worker(void *arg) {
  for (;;)
    assert(use() == 42);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  return 0;
}
