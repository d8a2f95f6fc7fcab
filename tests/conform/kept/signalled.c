// Waits that end by a signal, with a time limit and without.
#include "observe.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int told;

static void *tells(void *unused) {
  pthread_mutex_lock(&m);
  told = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main() {
  pthread_t t;
  struct timespec later = {4000000000l, 0};
  for (int timed = 0; timed < 2; timed++) {
    pthread_mutex_lock(&m);
    told = 0;
    pthread_create(&t, NULL, tells, NULL);
    while (!told)
      if (timed)
        pthread_cond_timedwait(&c, &m, &later);
      else
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
  }
  return 0;
}
