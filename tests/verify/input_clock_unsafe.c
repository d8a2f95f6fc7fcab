// verdict: false(assert)
// Somebody may set the clock back.
#include <assert.h>
#include <time.h>

int main(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_REALTIME, &a);
  clock_gettime(CLOCK_REALTIME, &b);
  assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000 && a.tv_sec >= 0);
  assert(b.tv_sec >= a.tv_sec);
  return 0;
}
