// The whole use of a macro may be in a section, and conditions may use macros.
#include <assert.h>
#include <pthread.h>

#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
#define READY(v) ((v) > 0)
#define LIMIT 3

int x, y;

static int f(int k) {
  SWAP(x, y);
  assert(x != k);
  if (READY(x)) k++;
  while (x < LIMIT) x++;
  return READY(y);
}

int main(void) {
  return f(2);
}
//: lock
//: section f: SWAP(x, y); .. assert
//: section f: READY(x)
//: section f: x < LIMIT
//: section f: return READY(y);
