// verdict: false(assert)
// No race, but the read and the write of the increment are in two critical sections.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  int v;
  pthread_mutex_lock(&m);
  v = x;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  x = v + 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
