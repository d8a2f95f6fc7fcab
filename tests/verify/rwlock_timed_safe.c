// verdict: true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *worker(void *arg) {
  struct timespec until = {1, 0};
  int r = pthread_rwlock_timedwrlock(&lock, &until);
  if (r == 0) {
    x = 1;
    pthread_rwlock_unlock(&lock);
  } else {
    assert(r == ETIMEDOUT);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec until = {1, 0};
  pthread_create(&t, NULL, worker, NULL);
  if (pthread_rwlock_timedrdlock(&lock, &until) == 0) {
    assert(x == 0 || x == 1);
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(t, NULL);
  return 0;
}
