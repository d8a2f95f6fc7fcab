// verdict: true
// Fall-through, default in the middle, ranges of cases, a switch on a 64-bit value, Duff's loop.
#include <assert.h>

static int kind(long long v) {
  int k = 0;
  switch (v) {
  case 1:
    k += 1;
  /* fall through */
  case 2:
    k += 2;
    break;
  default:
    k = 100;
    break;
  case 1LL << 40:
    return 40;
  }
  return k;
}

static int copied(int count) {
  int n = 0, rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      n++; /* fall through */
    case 3:
      n++; /* fall through */
    case 2:
      n++; /* fall through */
    case 1:
      n++;
    } while (--rounds > 0);
  }
  return n;
}

int main(void) {
  assert(kind(1) == 3 && kind(2) == 2 && kind(7) == 100 && kind(1LL << 40) == 40);
  assert(copied(6) == 6 && copied(8) == 8);
  return 0;
}
