// verdict: true
// Nobody sets the clock while the program runs.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
  struct timespec a, b;
  struct timeval c;
  clock_gettime(CLOCK_REALTIME, &a);
  clock_gettime(CLOCK_REALTIME, &b);
  gettimeofday(&c, 0);
  assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000 && a.tv_sec >= 0);
  assert(b.tv_sec >= a.tv_sec && c.tv_sec >= b.tv_sec);
  return 0;
}
