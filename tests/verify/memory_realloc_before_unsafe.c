// verdict: false(memory)
// flags: --property memory
// Nothing before a block belongs to it.
#include <stdlib.h>

int main(void) {
  int *volatile p = malloc(8);
  p[-1] = 5;
  p = realloc(p, 16);
  p[3] = 6;
  free(p);
  return 0;
}
