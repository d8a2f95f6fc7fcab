// verdict: true
// flags: --property atomicity
// The lock is held over the whole block.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_begin();
  pthread_mutex_lock(&m);
  int first = x;
  int second = x;
  pthread_mutex_unlock(&m);
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return first != second;
}
