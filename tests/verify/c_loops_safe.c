// verdict: true
// for, while, do-while with break and continue; the comma operator; side effects in conditions.
#include <assert.h>

int main(void) {
  int n = 0, i, j;
  for (i = 0, j = 10; i < j; i++, j--) {
    if (i == 1)
      continue;
    n += j - i;
  }
  assert(n == 10 + 6 + 4 + 2);
  do {
    if (n-- < 15)
      break;
  } while (1);
  assert(n == 13);
  while (n && n++ < 15) {
  }
  assert(n == 16);
  return 0;
}
