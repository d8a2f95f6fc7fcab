// verdict: false(assert)
#include <assert.h>

static int depth;

static void descend(int n) {
  depth++;
  assert(depth < 4);
  if (n > 0)
    descend(n - 1);
  depth--;
}

int main(void) {
  descend(3);
  return 0;
}
