// verdict: true
// The resolver chooses the function before main starts.
#include <assert.h>

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static void *resolve(void) { return (void *)two; }
static int add(int x) __attribute__((ifunc("resolve")));

int main(void) {
  int (*pointer)(int) = add;
  assert(add(1) == 3 && pointer(2) == 4 && one(1) == 2);
  return 0;
}
