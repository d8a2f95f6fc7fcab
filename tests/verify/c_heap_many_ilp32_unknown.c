// verdict: unknown
// flags: --data-model ILP32
// With pointers of 32 bits a thread can have about a hundred objects.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 200; i++) {
    int *p = malloc(sizeof *p);
    *p = i;
    sum += *p;
  }
  assert(sum == 19900);
  return 0;
}
