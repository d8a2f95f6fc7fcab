// verdict: false(race)
// One of the two threads forgets the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *locked(void *arg) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *unlocked(void *arg) {
  x = x + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, locked, NULL);
  pthread_create(&b, NULL, unlocked, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
