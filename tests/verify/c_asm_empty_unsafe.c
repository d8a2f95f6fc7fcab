// verdict: false(assert)
// flags: --property assert
// An output that shares no register with an input is anything.
#include <assert.h>

int main(void) {
  unsigned char y;
  __asm__("" : "=q"(y));
  assert(y == 0);
  return 0;
}
