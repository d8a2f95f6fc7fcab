// verdict: true
// Binary floating point, exactly as the machine has it.
#include <assert.h>

static volatile double tenth = 0.1, fifth = 0.2;
static volatile float f = 16777216.0f;

int main(void) {
  assert(tenth + fifth != 0.3 && tenth + fifth > 0.3);
  assert(f + 1.0f == f && (double)f + 1.0 > f);
  assert((float)tenth != tenth);
  assert(1.0 / 4 == 0.25 && (int)(fifth * 10) == 2 && -0.0 == 0.0);
  volatile double zero = 0.0;
  double nan = zero / zero;
  assert(nan != nan && !(nan < 1.0) && 1.0 / zero > 1e308);
  return 0;
}
