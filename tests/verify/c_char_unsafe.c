// verdict: false(assert)
#include <assert.h>

static volatile unsigned char u = 200;

int main(void) {
  u = u + 100;
  assert(u > 200);
  return 0;
}
