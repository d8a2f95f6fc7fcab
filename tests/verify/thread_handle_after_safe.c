// verdict: true
// Who created the thread may read its number, and so may the thread when it is told.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_t t;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *a) {
  pthread_mutex_lock(&m);
  assert(pthread_equal(t, pthread_self()));
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, w, 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
