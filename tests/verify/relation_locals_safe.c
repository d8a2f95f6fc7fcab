// verdict: true
// flags: --engine modular --domain octagons
// native: compile
// Relations between local variables, and with a variable of this thread alone.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int written;

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0;
  if (n < 0 || n > 1000) return 0;
  while (i < n) {
    i++;
    j++;
    written = j;
  }
  assert(i == j);
  assert(i == n);
  assert(written <= n);
  return 0;
}
