// verdict: true
// Function pointers that are copied with their structure, through a list of arguments, and as the result of a call.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

typedef int (*function)(int);
struct table {
  int size;
  function f[2];
};

static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
static int negative(int x) { return -x; }
static function choose(const struct table *t, int n) { return t->f[n]; }

static int callAll(int x, ...) {
  va_list list;
  va_start(list, x);
  function f;
  while ((f = va_arg(list, function))) x = f(x);
  va_end(list);
  return x;
}

int main(void) {
  struct table t = {2, {twice, next}}, u;
  memcpy(&u, &t, sizeof u);
  struct table v = u;
  assert(choose(&v, 0)(5) == 10 && choose(&v, 1)(5) == 6);
  assert(callAll(3, twice, negative, (function)0) == -6);
  return 0;
}
