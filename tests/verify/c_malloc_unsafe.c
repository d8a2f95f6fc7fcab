// verdict: false(assert)
// Fresh memory has any content.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned char *volatile p = malloc(2);
  p[0] = 1;
  assert(p[1] != 177);
  free(p);
  return 0;
}
