// verdict: unknown
// flags: --engine explore
// Deeper than the bound to which recursion is unwound: nothing is claimed.
#include <assert.h>

static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

int main(void) {
  assert(sum(100) == 5050);
  return 0;
}
