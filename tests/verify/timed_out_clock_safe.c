// verdict: true
// A wait that gives up has waited until its time.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  sem_t s;
  struct timespec until, now;
  pthread_mutex_lock(&m);
  sem_init(&s, 0, 0);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3;
  assert(pthread_mutex_timedlock(&m, &until) != 0);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec >= until.tv_sec);
  pthread_mutex_unlock(&m);
  return 0;
}
