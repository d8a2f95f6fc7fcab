// verdict: true
// long double has 64 digits.
#include <assert.h>
#include <stdint.h>

int main(void) {
  volatile long double small = 1e-18L, third = 1.0L / 3, big = 1e4000L;
  volatile uint64_t number = 0x8000000000000001ull;
  long double exact = number;
  assert(1.0L + small != 1.0L && (uint64_t)exact == number);
  assert(third * 3 == 1.0L && third > 0.333L && (double)third == 1.0 / 3 && (float)third == 1.0f / 3);
  assert(big * big > big && big / big == 1 && -big < 0 && big - big == 0 && (int)(2.75L * third * 4) == 3);
  return 0;
}
