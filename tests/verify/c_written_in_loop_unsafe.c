// verdict: false(assert)
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int last, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 3; i++) last = 2 * i;
  assert(last == 0 || last == 2 || last == 4);
  return 0;
}
