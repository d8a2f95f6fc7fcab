// verdict: false(assert)
// A program that sets the clock may set it back.
#include <assert.h>
#include <time.h>

int main(void) {
  struct timespec a, b, set = {0, 0};
  clock_gettime(CLOCK_REALTIME, &a);
  clock_settime(CLOCK_REALTIME, &set);
  clock_gettime(CLOCK_REALTIME, &b);
  assert(b.tv_sec >= a.tv_sec);
  return 0;
}
