// verdict: false(assert)
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char u = __VERIFIER_nondet_uchar();
  assert(u != 173);
  return 0;
}
