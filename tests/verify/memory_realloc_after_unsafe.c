// verdict: false(memory)
// flags: --property memory
#include <stdlib.h>

int main(void) {
  int *volatile p = malloc(8);
  p[1] = 5;
  p = realloc(p, 16);
  p[4] = 6;
  free(p);
  return 0;
}
