// verdict: unknown
// The assembler makes y another name of x.
#include <assert.h>

int x = 1;
extern int y;
__asm__(".globl y\n.set y, x\n");

int main(void) {
  y = 5;
  assert(x == 1);
  return 0;
}
