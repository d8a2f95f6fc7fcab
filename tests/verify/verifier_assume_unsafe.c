// verdict: false(assert)
#include <assert.h>

extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char u = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(u <= 10);
  assert(u * u < 100);
  return 0;
}
