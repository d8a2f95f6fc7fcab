// verdict: true
// A thread has its creator's policy, or that of its attributes, before it runs.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *hasRoundRobin(void *a) {
  int policy;
  struct sched_param p;
  pthread_getschedparam(pthread_self(), &policy, &p);
  assert(policy == SCHED_RR && p.sched_priority == 7);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_attr_t a;
  struct sched_param p = {7};
  pthread_attr_init(&a);
  pthread_attr_setschedpolicy(&a, SCHED_RR);
  pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
  assert(pthread_create(&t, &a, hasRoundRobin, 0) == EINVAL);
  pthread_attr_setschedparam(&a, &p);
  assert(pthread_create(&t, &a, hasRoundRobin, 0) == 0);
  pthread_join(t, 0);
  assert(pthread_setschedparam(pthread_self(), SCHED_RR, &p) == 0);
  pthread_create(&t, 0, hasRoundRobin, 0);
  pthread_join(t, 0);
  assert(pthread_setschedprio(pthread_self(), 0) == EINVAL);
  return 0;
}
