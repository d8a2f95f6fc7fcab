// verdict: true
// flags: --may-fail posix_memalign
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  void *p = 0;
  int r = posix_memalign(&p, 16, 16);
  assert(r == 0 || r == ENOMEM);
  assert(r == 0 || p == 0);
  free(p);
  return 0;
}
