// verdict: false(deadlock)
// flags: --property deadlock
// A wait gives a recursive mutex back once: held twice, it stays locked.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
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
  pthread_mutex_lock(&m);
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  while (!f)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
