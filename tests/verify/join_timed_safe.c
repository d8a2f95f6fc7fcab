// verdict: true
// A join that tries, or has a time limit, tells whether the thread has ended.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int done;

static void *work(void *argument) {
  done = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  struct timespec until = {0, 0};
  void *result = 0;
  pthread_create(&t, 0, work, &done);
  int error = pthread_tryjoin_np(t, &result);
  if (error != 0) error = pthread_timedjoin_np(t, &result, &until);
  if (error == 0) assert(done == 1 && result == &done);
  return 0;
}
