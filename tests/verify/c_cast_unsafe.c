// verdict: false(assert)
#include <assert.h>
#include <stdint.h>

static volatile int64_t big = INT64_C(0x100000001);

int main(void) {
  int32_t cut = (int32_t)big;
  assert(cut == big);
  return 0;
}
