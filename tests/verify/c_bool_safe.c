// verdict: true
#include <assert.h>
#include <stdbool.h>

static _Bool flags[4];
static volatile int n = 256;
static volatile double half = 0.5;

int main(void) {
  bool b = n;
  assert(b == 1);
  flags[1] = half;
  flags[2] = !flags[1];
  assert(flags[1] == true && flags[2] == false && flags[0] + flags[1] == 1);
  b = n / 128;
  assert(b == 1);
  return 0;
}
