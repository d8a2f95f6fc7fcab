// verdict: true
// Globals and static locals start at zero, also inside structs and arrays with partial initialisers.
#include <assert.h>
#include <stddef.h>

static struct {
  int a;
  void *p;
  double d;
} s;
static int partly[4] = {1};
int tentative;

int main(void) {
  static long n;
  assert(s.a == 0 && s.p == NULL && s.d == 0.0 && n == 0 && tentative == 0);
  assert(partly[0] == 1 && partly[3] == 0);
  return 0;
}
