// verdict: false(race)
// The time is read.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct timespec t;

static void *work(void *a) {
  t.tv_nsec = 1;
  return a;
}

int main(void) {
  pthread_t w;
  pthread_create(&w, 0, work, 0);
  if (pthread_mutex_timedlock(&m, &t) == 0) pthread_mutex_unlock(&m);
  pthread_join(w, 0);
  return 0;
}
