// verdict: true
// flags: --property assert
// native: compile
// The machine ends the program at a null access, so that nothing after it is reached.
#include <assert.h>
#include <stddef.h>

static int *volatile p;

int main(void) {
  *p = 1;
  assert(0);
  return 0;
}
