// verdict: true
// flags: --property memory
#include <stdarg.h>

struct large {
  long a, b, c;
};

static long first(int n, ...) {
  va_list list;
  va_start(list, n);
  struct large s = va_arg(list, struct large);
  va_end(list);
  return s.c;
}

int main(void) {
  struct large s = {1, 2, 3};
  return first(1, s) != 3;
}
