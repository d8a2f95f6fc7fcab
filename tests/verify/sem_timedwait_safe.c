// verdict: true
// A timed wait on a semaphore that nobody posts ends with -1; on a positive one it succeeds.
#include <assert.h>
#include <semaphore.h>
#include <time.h>

static sem_t zero, one;

int main(void) {
  struct timespec until = {1, 0};
  sem_init(&zero, 0, 0);
  sem_init(&one, 0, 1);
  assert(sem_timedwait(&zero, &until) == -1);
  assert(sem_timedwait(&one, &until) == 0);
  return 0;
}
