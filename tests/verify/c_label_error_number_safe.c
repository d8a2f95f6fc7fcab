// verdict: true
// Only a label ERROR itself is an error location.
#include <assert.h>

static int f(int x) {
  if (x > 2) goto ERROR1;
  return 0;
ERROR1:
  return -1;
}

int main(void) {
  assert(f(3) == -1);
  return 0;
}
