// verdict: true
// native: compile
// abort cuts the path off; it is no violation.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 100)
    abort();
  assert(n <= 100);
  return 0;
}
