// verdict: true
// What the try forms answer while a read lock, then a write lock, is held by main.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *while_read(void *arg) {
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *while_written(void *arg) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&t, NULL, while_read, NULL);
  pthread_join(t, NULL);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&t, NULL, while_written, NULL);
  pthread_join(t, NULL);
  pthread_rwlock_unlock(&lock);
  return 0;
}
