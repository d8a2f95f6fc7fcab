// verdict: true
#include <assert.h>

static struct {
  unsigned a : 3;
  int b : 5;
  unsigned c : 12;
} s;

int main(void) {
  s.a = 7;
  s.b = -16;
  s.c = 0xfff;
  s.a++;
  assert(s.a == 0 && s.b == -16 && s.c == 0xfff);
  s.b = s.b + 3;
  assert(s.b == -13);
  return 0;
}
