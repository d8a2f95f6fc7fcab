// verdict: false(assert)
// A conversion to unsigned char drops what a conversion to _Bool keeps.
#include <assert.h>

static volatile int n = 256;

int main(void) {
  unsigned char c = (unsigned char)n;
  assert(c);
  return 0;
}
