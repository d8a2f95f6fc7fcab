// verdict: false(assert)
#include <assert.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static void *resolve(void) { return (void *)two; }
int f(void) __attribute__((ifunc("resolve")));

int main(void) {
  assert(f() == one());
  return 0;
}
