// verdict: false(assert)
// A local that one path leaves unset has any value.
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

static void maybe_set(unsigned char *p) {
  if (__VERIFIER_nondet_bool())
    *p = 1;
}

int main(void) {
  unsigned char c;
  maybe_set(&c);
  assert(c != 99);
  return 0;
}
