// verdict: true
// flags: --property assert
// native: compile
// Nobody asked: the machine's wrap-around.
#include <assert.h>
#include <limits.h>

static volatile int i = INT_MAX;

int main(void) {
  int n = i + 1;
  assert(n == INT_MIN);
  return 0;
}
