// verdict: false(memory)
// flags: --property memory --may-fail posix_memalign,aligned_alloc,strdup
#include <string.h>

int main(void) {
  char *d = strdup("x");
  d[0] = 'y';
  return 0;
}
