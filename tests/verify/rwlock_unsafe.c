// verdict: false(race)
// The writer takes only a read lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, seen;

static void *writer(void *arg) {
  pthread_rwlock_rdlock(&lock);
  x = 1;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  seen = x;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
