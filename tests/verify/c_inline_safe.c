// verdict: true
// A C99 inline function, whose body at hand is the one that counts.
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

inline int twice(int a) { return 2 * a; }
extern int twice(int a);

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
  assert(seen == 0 || seen == 1);
  return 0;
}
