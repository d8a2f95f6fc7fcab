// verdict: false(overflow)
// flags: --property overflow
#include <limits.h>

static volatile int i = INT_MIN, minus_one = -1;

int main(void) {
  int n = i / minus_one;
  return n > 0;
}
