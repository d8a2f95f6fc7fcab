// verdict: true
// The owner of a robust mutex ends: the next one is told, and repairs it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int r;
static void *w(void *a) {
  pthread_mutex_lock(&m);
  return a;
}
int main(void) {
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &at);
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_join(a, 0);
  r = pthread_mutex_lock(&m);
  assert(r == EOWNERDEAD);
  pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
