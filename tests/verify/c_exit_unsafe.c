// verdict: false(assert)
// exit in one branch only.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool stop = __VERIFIER_nondet_bool();
  if (stop)
    exit(1);
  assert(stop);
  return 0;
}
