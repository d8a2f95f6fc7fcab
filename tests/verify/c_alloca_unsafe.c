// verdict: false(memory)
// flags: --property memory
#include <alloca.h>

static volatile int k = 4;

int main(void) {
  char *p = alloca(k);
  p[k] = 1;
  return 0;
}
