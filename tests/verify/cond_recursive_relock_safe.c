// verdict: true
// After a wait a recursive mutex is held once, and can be locked again.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int f, x;
static void bump(void) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
}
static void *w(void *a) {
  pthread_mutex_lock(&m);
  f = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  while (!f)
    pthread_cond_wait(&c, &m);
  bump();
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  assert(x == 2);
  return 0;
}
