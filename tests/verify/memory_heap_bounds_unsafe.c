// verdict: false(memory)
// flags: --property memory
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  char *p = calloc(8, 1);
  if (n <= 8)
    p[n] = 1;
  free(p);
  return 0;
}
