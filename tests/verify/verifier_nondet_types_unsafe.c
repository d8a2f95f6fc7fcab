// verdict: false(assert)
// Inputs of the other types: zero is among their values.
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  int zeros = __VERIFIER_nondet_short() == 0;
  zeros += __VERIFIER_nondet_ushort() == 0;
  zeros += __VERIFIER_nondet_uint() == 0;
  zeros += __VERIFIER_nondet_long() == 0;
  zeros += __VERIFIER_nondet_ulong() == 0;
  zeros += __VERIFIER_nondet_longlong() == 0;
  assert(zeros != 6);
  return 0;
}
