// verdict: false(memory)
// flags: --property memory --may-fail calloc
#include <stdlib.h>

int main(void) {
  int *p = calloc(1, 4);
  *p = 1;
  free(p);
  return 0;
}
