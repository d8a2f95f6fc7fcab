// verdict: false(assert)
// Processor time says nothing about other clocks.
#include <assert.h>
#include <time.h>

int main(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
  assert(b.tv_sec >= a.tv_sec);
  return 0;
}
