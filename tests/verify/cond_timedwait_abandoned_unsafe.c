// verdict: false(memory)
// flags: --property memory
// A job may be done when the wait for it has timed out.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct job {
  int done;
  int abandoned;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *j;
static void *w(void *a) {
  pthread_mutex_lock(&m);
  j->done = 1;
  pthread_cond_signal(&c);
  int ab = j->abandoned;
  pthread_mutex_unlock(&m);
  if (ab)
    free(j);
  return 0;
}
int main(void) {
  j = calloc(1, sizeof *j);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  struct timespec ts = {0, 0};
  pthread_mutex_lock(&m);
  int r = 0;
  if (!j->done)
    r = pthread_cond_timedwait(&c, &m, &ts);
  if (r == ETIMEDOUT) {
    if (j->done) {
      int *p = 0;
      *p = 1;
    }
    j->abandoned = 1;
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
