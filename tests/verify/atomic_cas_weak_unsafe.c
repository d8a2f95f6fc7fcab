// verdict: false(assert)
// A weak compare-exchange may fail for no reason.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  int v = 0;
  atomic_compare_exchange_weak(&x, &v, 1);
  assert(x == 1);
  return 0;
}
