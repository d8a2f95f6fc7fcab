// verdict: true
// What a wait gave does not matter: the condition is looked at again.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int f;
static void *w(void *a) {
  pthread_mutex_lock(&m);
  f = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t a;
  struct timespec ts = {0, 0};
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  if (!f) {
    int r = pthread_cond_timedwait(&c, &m, &ts);
    if (r != 0)
      assert(r == ETIMEDOUT);
  }
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
