// Marked blocks: calls in the program, a function that is marked, and one that is named by --atomic.
// flags: --atomic dec
#include <heddle.h>

static int x;

static void HEDDLE_ATOMIC inc(void) { x = 1; }
static void dec(void) { x = 2; }

int main(void) {
  __heddle_atomic_begin();
  inc();
  dec();
  __heddle_atomic_end();
  return 0;
}
