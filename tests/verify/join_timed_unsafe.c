// verdict: false(assert)
// flags: --property assert
// A join with a time limit may give up before the thread has ended.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static int done;

static void *work(void *argument) {
  (void)argument;
  done = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  struct timespec until = {0, 0};
  pthread_create(&t, 0, work, 0);
  pthread_timedjoin_np(t, 0, &until);
  assert(done == 1);
  return 0;
}
