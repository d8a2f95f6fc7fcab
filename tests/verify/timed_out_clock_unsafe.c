// verdict: false(assert)
// It may be late.
#include <assert.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t s;
  struct timespec until = {100, 0}, now;
  sem_init(&s, 0, 0);
  assert(sem_timedwait(&s, &until) == -1);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec == until.tv_sec);
  return 0;
}
