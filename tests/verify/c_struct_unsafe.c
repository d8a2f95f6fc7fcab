// verdict: false(assert)
// The callee changes a copy.
#include <assert.h>

struct big {
  int a[6];
  long n;
};

static void set(struct big b) {
  b.a[5] = 1;
  b.n = 2;
}

int main(void) {
  struct big b = {{0}, 0};
  set(b);
  assert(b.n == 2);
  return 0;
}
