// verdict: false(overflow)
// flags: --property overflow
#include <limits.h>
#include <stdlib.h>

int main(void) {
  volatile int x = INT_MIN;
  return abs(x) < 0;
}
