// verdict: true
// flags: --property overflow
#include <limits.h>
#include <stdlib.h>

int main(void) {
  volatile int x = -INT_MAX;
  return abs(x) < 0;
}
