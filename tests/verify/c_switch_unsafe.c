// verdict: false(assert)
// A missing break.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int price = 0;
  switch (__VERIFIER_nondet_uchar()) {
  case 65:
    price = 5;
  /* fall through */
  case 66:
    price += 6;
    break;
  }
  assert(price <= 10);
  return 0;
}
