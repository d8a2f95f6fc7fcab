// verdict: true
#include <assert.h>

static volatile char c = 'a';
static volatile signed char s = -128;
static volatile unsigned char u = 200;

int main(void) {
  c += 2;
  assert(c == 'c');
  assert((char)-1 < 0);
  assert(-s == 128 && u + u == 400);
  u = u + u;
  assert(u == 144);
  return 0;
}
