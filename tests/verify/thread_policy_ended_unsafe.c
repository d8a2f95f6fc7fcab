// verdict: false(assert)
// The system does not know a thread that has ended.
#include <assert.h>
#include <pthread.h>

static void *work(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  struct sched_param p = {0};
  pthread_create(&t, NULL, work, NULL);
  assert(pthread_setschedparam(t, SCHED_OTHER, &p) == 0);
  pthread_join(t, NULL);
  return 0;
}
