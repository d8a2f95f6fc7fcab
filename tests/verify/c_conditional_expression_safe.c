// verdict: true
// Ternaries, comma, compound assignment with conversions, sizeof that evaluates nothing, statement expressions.
#include <assert.h>
#include <stddef.h>

int main(void) {
  int a = 5, b = 3;
  int max = a > b ? a : b;
  unsigned char c = 250;
  c += 10;
  assert(max == 5 && c == 4);
  a = (b++, b * 2);
  assert(a == 8 && b == 4);
  assert(sizeof(b++) == sizeof(int) && b == 4);
  a = b = 7;
  a <<= 2;
  a ^= b;
  assert(a == 27);
  int twice = __extension__({
    int t = a;
    t * 2;
  });
  assert(twice == 54);
  return 0;
}
