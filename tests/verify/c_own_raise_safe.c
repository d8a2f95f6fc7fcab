// verdict: true
// A function of the program wins over one of the library that is not supported.
#include <assert.h>

static int level;

static void raise(int n) { level += n; }

int main(void) {
  raise(2);
  assert(level == 2);
  return 0;
}
