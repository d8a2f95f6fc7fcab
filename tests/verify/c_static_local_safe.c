// verdict: true
#include <assert.h>

static int next(void) {
  static int counter = 10;
  return ++counter;
}

int main(void) {
  assert(next() == 11);
  assert(next() == 12);
  return 0;
}
