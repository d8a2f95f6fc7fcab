// verdict: true
// Constructors run before main, those with a number first and in its order.
#include <assert.h>

static int last;

__attribute__((constructor)) static void plain(void) { assert(last++ == 2); }
__attribute__((constructor(300))) static void second(void) { assert(last++ == 1); }
__attribute__((constructor(200))) static void first(void) { assert(last++ == 0); }

int main(void) {
  assert(last == 3);
  return 0;
}
