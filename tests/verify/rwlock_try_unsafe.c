// verdict: false(assert)
// A write lock is not always to be had at once.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  int r;
  pthread_create(&t, NULL, reader, NULL);
  r = pthread_rwlock_trywrlock(&lock);
  assert(r == 0);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
