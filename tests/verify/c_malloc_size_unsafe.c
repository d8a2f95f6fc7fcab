// verdict: false(assert)
// Memory of a size that is an input holds anything, too.
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n < 4 || n > 8) return 0;
  char *p = malloc(n);
  assert(p[0] != 5);
  return 0;
}
