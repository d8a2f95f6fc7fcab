// verdict: false(assert)
// The policy of a running thread changes when somebody sets it.
#include <assert.h>
#include <pthread.h>

static void *work(void *a) {
  int policy;
  struct sched_param p;
  pthread_getschedparam(pthread_self(), &policy, &p);
  assert(policy == SCHED_OTHER);
  return a;
}

int main(void) {
  pthread_t t;
  struct sched_param p = {7};
  pthread_create(&t, 0, work, 0);
  pthread_setschedparam(t, SCHED_FIFO, &p);
  pthread_join(t, 0);
  return 0;
}
