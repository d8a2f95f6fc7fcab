// verdict: false(assert)
#include <assert.h>
#include <ctype.h>

int main(void) {
  volatile char c = 'g';
  assert(isxdigit(c));
  return 0;
}
