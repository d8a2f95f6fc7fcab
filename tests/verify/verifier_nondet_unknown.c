// verdict: unknown
// flags: --engine explore
// Not every int can be tried, so that nothing is proved.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n != 123456789);
  return 0;
}
