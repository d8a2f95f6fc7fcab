// verdict: true
// trylock by the owner: a recursive mutex counts, a normal one is busy.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, n = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  assert(pthread_mutex_trylock(&r) == 0);
  assert(pthread_mutex_trylock(&r) == 0);
  assert(pthread_mutex_unlock(&r) == 0);
  assert(pthread_mutex_unlock(&r) == 0);
  pthread_mutex_lock(&n);
  assert(pthread_mutex_trylock(&n) == EBUSY);
  pthread_mutex_unlock(&n);
  return 0;
}
