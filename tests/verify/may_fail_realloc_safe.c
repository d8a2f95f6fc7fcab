// verdict: true
// flags: --property memory --may-fail realloc,malloc
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  *p = 1;
  int *q = realloc(p, 8);
  if (!q) {
    *p = 2; // the old block is still there
    free(p);
    return 0;
  }
  q[1] = 1;
  free(q);
  return 0;
}
