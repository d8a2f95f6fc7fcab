// verdict: false(assert)
// flags: --data-model LP64
#include <assert.h>

int main(void) {
  unsigned long x = 0xffffffffu;
  x++;
  assert(x == 0);
  return 0;
}
