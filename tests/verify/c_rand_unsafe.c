// verdict: false(assert)
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int r = rand() % 2;
  assert(r == 0);
  return 0;
}
