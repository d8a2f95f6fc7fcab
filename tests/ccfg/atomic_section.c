// Locations between begin and end are atomic; an assertion, an input and an assumption.
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int x, y;

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 4);
  __VERIFIER_atomic_begin();
  x = n;
  y = x;
  __VERIFIER_atomic_end();
  assert(x == y);
  return 0;
}
