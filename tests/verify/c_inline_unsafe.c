// verdict: false(assert)
// native: compile
// A C99 inline function, without an external definition.
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

inline int twice(int a) { return 2 * a; }

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  x = twice(x) + 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  const int seen = x;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(seen == 0);
  return 0;
}
