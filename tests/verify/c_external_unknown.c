// verdict: unknown
// flags: --engine explore
// native: compile
// A function that nobody has seen may return anything: neither proof nor counterexample.
#include <assert.h>

extern int mystery(int);

int main(void) {
  assert(mystery(1) == 2);
  return 0;
}
