// verdict: false(lock-misuse)
// A destroyed mutex, tried.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_destroy(&m);
  if (pthread_mutex_trylock(&m) == 0)
    pthread_mutex_unlock(&m);
  return 0;
}
