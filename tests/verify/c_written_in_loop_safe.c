// verdict: true
// The loop's body runs, so that what it writes is not read before.
#include <assert.h>

int main(void) {
  int last;
  for (int i = 0; i < 3; i++) last = 2 * i;
  assert(last == 4);
  return 0;
}
