// verdict: true
#include <assert.h>
#include <stdarg.h>

static int total(int count, ...) {
  va_list ap;
  int sum = 0;
  va_start(ap, count);
  for (int i = 0; i < count; i++)
    sum += va_arg(ap, int);
  va_end(ap);
  return sum;
}

int main(void) {
  assert(total(3, 1, 2, 3) == 6);
  assert(total(0) == 0);
  return 0;
}
