// verdict: true
// flags: --property memory,assert
// What does not fit into memory is not there.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  volatile size_t many = (size_t)1 << (sizeof(size_t) * 4 + 1);
  char *volatile none = calloc(many, many); // volatile: compilers leave calls out whose block is only compared
  assert(none == NULL);
  char *p = calloc(2, 3);
  p[5] = 1;
  assert(p[4] == 0);
  free(p);
  return 0;
}
