// verdict: false(assert)
// The usual arithmetic conversions make -1 the largest unsigned number.
#include <assert.h>

static volatile int minus_one = -1;
static volatile unsigned one = 1;

int main(void) {
  assert(minus_one + 0u < one);
  return 0;
}
