// verdict: false(assert)
#include <assert.h>
#include <stdarg.h>

static long last(int count, ...) {
  va_list ap;
  long v = 0;
  va_start(ap, count);
  for (int i = 0; i < count; i++)
    v = va_arg(ap, long);
  va_end(ap);
  return v;
}

int main(void) {
  assert(last(2, 5L, 6L) == 5);
  return 0;
}
