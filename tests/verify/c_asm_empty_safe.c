// verdict: true
// flags: --property assert
// An assembler statement without text hands its input on.
#include <assert.h>

int main(void) {
  int x = 7, y, z = 3;
  __asm__("" : "=r"(y) : "0"(x));
  __asm__ volatile("" : "+r"(z) : : "memory");
  assert(y == 7 && z == 3);
  return 0;
}
