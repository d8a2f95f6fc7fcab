// verdict: true
// flags: --property overflow
// Unsigned arithmetic wraps, small types are promoted, conversions are no overflow.
#include <limits.h>

static volatile unsigned u = UINT_MAX;
static volatile int i = INT_MAX;
static volatile signed char c = SCHAR_MAX;

int main(void) {
  u = u + 1;
  u = u - 1;
  u = u * u;
  c++;
  long long wide = (long long)i + 1;
  unsigned v = (unsigned)i + 1u;
  return wide < 0 || v == 0 || c > 0;
}
