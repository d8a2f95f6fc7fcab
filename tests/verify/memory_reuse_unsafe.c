// verdict: false(memory)
// flags: --property memory
// Memory allocated after a free does not make the stale pointer valid.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p), *volatile stale = p;
  free(p);
  p = malloc(sizeof *p);
  *p = 1;
  *stale = 2;
  free(p);
  return 0;
}
