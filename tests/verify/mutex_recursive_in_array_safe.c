// verdict: true
// Static initialisers of recursive mutexes in an array.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                               PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
int main(void) {
  pthread_mutex_lock(&m[1]);
  pthread_mutex_lock(&m[1]);
  pthread_mutex_unlock(&m[1]);
  pthread_mutex_unlock(&m[1]);
  return 0;
}
