// verdict: true
// The functions of <math.h> change nothing.
// native: compile
#include <assert.h>
#include <math.h>

int x;

int main(void) {
  x = 1;
  double d = sin(0.5);
  assert(x == 1);
  return d > 2;
}
