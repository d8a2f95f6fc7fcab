// verdict: true
#include <assert.h>

static int collatz(int n) {
  int steps = 0;
again:
  if (n == 1)
    goto out;
  n = n % 2 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
out:
  return steps;
}

int main(void) {
  assert(collatz(6) == 8);
  return 0;
}
