// verdict: false(overflow)
// flags: --property overflow
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n + 1 > 0;
}
