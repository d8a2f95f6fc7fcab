// verdict: false(assert)
#include <assert.h>

int main(void) {
  volatile long double small = 1e-18L;
  assert(1.0L + small == 1.0L);
  return 0;
}
