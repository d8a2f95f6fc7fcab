// verdict: true
// flags: --property memory
// However a block is made, it can be freed and made larger.
#include <stdlib.h>

int main(void) {
  int *p = aligned_alloc(16, 16), *q = 0;
  p[0] = 1;
  p = realloc(p, 32);
  if (posix_memalign((void **)&q, 16, 16) == 0) free(q);
  free(p);
  return 0;
}
