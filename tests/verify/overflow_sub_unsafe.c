// verdict: false(overflow)
// flags: --property overflow
#include <limits.h>

static volatile long l = LONG_MIN;

int main(void) {
  long m = l - 1;
  return m > 0;
}
