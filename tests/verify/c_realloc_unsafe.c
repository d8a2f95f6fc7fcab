// verdict: false(memory)
// flags: --property memory
// The old pointer is used after realloc.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  int **alias = &p;
  int *old = *alias;
  *p = 1;
  p = realloc(p, 100 * sizeof *p);
  *p = 2;
  if (old != p)
    *old = 3;
  free(p);
  return 0;
}
