// verdict: true
// Small types: every value is tried.
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  bool b = __VERIFIER_nondet_bool();
  unsigned char u = __VERIFIER_nondet_uchar();
  char c = __VERIFIER_nondet_char();
  assert(b == 0 || b == 1);
  assert((unsigned)u + 1 <= 256);
  assert(c >= -128 && c <= 127);
  return 0;
}
