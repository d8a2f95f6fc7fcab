// verdict: true
// native: compile
// An error that does not depend on the unknown function's result, on a path before it.
#include <assert.h>

extern int mystery(int);

int main(void) {
  int x = 1;
  assert(x == 1);
  if (x == 2)
    mystery(x);
  return 0;
}
