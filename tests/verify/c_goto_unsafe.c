// verdict: false(assert)
// The jump passes over the initialisation.
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  int ready = 0;
  if (__VERIFIER_nondet_bool())
    goto use;
  ready = 1;
use:
  assert(ready);
  return 0;
}
