// verdict: false(memory)
// flags: --property memory
#include <stdio.h>
#include <stdlib.h>

static char *p;

int main(void) {
  p = malloc(4);
  p[0] = 'a';
  p[1] = 0;
  free(p);
  puts(p);
  return 0;
}
