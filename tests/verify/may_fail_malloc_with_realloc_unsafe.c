// verdict: false(memory)
// flags: --property memory --may-fail malloc
// Also where realloc is used, which changes how blocks are made.
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  *p = 1;
  int *q = realloc(p, 8);
  q[1] = 1;
  free(q);
  return 0;
}
