// verdict: false(assert)
// What the program puts into the loader's table runs before main.
#include <assert.h>

static int ran;

static void early(void) { ran = 1; }

__attribute__((section(".init_array"), used)) static void (*entry)(void) = early;

int main(void) {
  assert(ran == 0);
  return 0;
}
