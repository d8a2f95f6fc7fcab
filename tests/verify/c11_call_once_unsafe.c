// verdict: false(assert)
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int value;

static void init(void) { value++; }

int main(void) {
  call_once(&flag, init);
  call_once(&flag, init);
  assert(value == 2);
  return 0;
}
