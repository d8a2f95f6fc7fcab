// verdict: true
// flags: --property assert,memory
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 4;
  p[1] = 5;
  p = realloc(p, 4 * sizeof *p);
  p[2] = 6;
  p[3] = 7;
  assert(p[0] + p[1] + p[2] + p[3] == 22);
  free(p);
  p = realloc(NULL, sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
