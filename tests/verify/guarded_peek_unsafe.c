// verdict: false(assert)
// flags: --property assert
// A read without the lock sees what a section has written in between.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  x = 7;
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  assert(x != 7);
  pthread_join(a, 0);
  return 0;
}
