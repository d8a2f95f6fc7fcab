// verdict: true
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  int policy = 7;
  struct sched_param p = {7};
  assert(pthread_getschedparam(pthread_self(), &policy, &p) == 0);
  assert(policy == SCHED_OTHER && p.sched_priority == 0);
  p.sched_priority = 1;
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &p) == EINVAL);
  return 0;
}
