// verdict: false(overflow)
// flags: --property overflow
#include <limits.h>

static volatile int i = INT_MIN;

int main(void) {
  int n = -i;
  return n > 0;
}
