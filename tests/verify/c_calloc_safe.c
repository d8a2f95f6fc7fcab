// verdict: true
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = calloc(3, sizeof *p);
  assert(p[0] == 0 && p[1] == 0 && p[2] == 0);
  p[2] = 5;
  free(p);
  return 0;
}
