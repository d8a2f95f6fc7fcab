// verdict: true
// flags: --data-model ILP32
// native: compile
// Sizes of the 32-bit data model.
#include <assert.h>

int main(void) {
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8);
  unsigned long x = 0xffffffffu;
  x++;
  assert(x == 0);
  return 0;
}
