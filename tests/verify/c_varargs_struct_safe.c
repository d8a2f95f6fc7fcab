// verdict: true
// Structures, wide numbers and long doubles among the variable arguments.
#include <assert.h>
#include <stdarg.h>

struct large {
  long a, b, c;
};
struct small {
  int a, b;
};

static long sum(struct large *changed, ...) {
  va_list list;
  changed->a = 100; // the copy is made at the call
  va_start(list, changed);
  struct large s = va_arg(list, struct large);
  int k = va_arg(list, int);
  long double d = va_arg(list, long double);
  struct small t = va_arg(list, struct small);
  va_end(list);
  return s.a + s.b + s.c + k + (long)d + t.a + t.b;
}

int main(void) {
  struct large s = {1, 2, 3};
  struct small t = {4, 5};
  assert(sum(&s, s, 10, 20.0L, t) == 45);
  return 0;
}
