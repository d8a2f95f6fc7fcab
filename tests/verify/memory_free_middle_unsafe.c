// verdict: false(memory)
// flags: --property memory
#include <stdlib.h>

static volatile int offset = 1;

int main(void) {
  char *p = malloc(4);
  char *q = p + offset;
  free(q);
  return 0;
}
