// verdict: false(lock-misuse)
// A destroyed mutex, with a time limit.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  struct timespec ts = {0, 0};
  pthread_mutex_destroy(&m);
  if (pthread_mutex_timedlock(&m, &ts) == 0)
    pthread_mutex_unlock(&m);
  return 0;
}
