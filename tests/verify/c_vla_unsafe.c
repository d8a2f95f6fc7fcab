// verdict: false(memory)
// flags: --property memory
#include <stddef.h>

static volatile int n = 3;

int main(void) {
  int size = n;
  int a[size];
  for (int i = 0; i <= size; i++)
    a[i] = i;
  return a[0];
}
