// Each way out of a section gives up the lock.
#include <stdio.h>

int a, b, n;
int *where = &a;

static int first(int limit) {
  if (a > limit)
    return b;
  if (a < 0) return -1;
  a++;
  return a + b;
}

static void nothing(void) {
  if (a) return;
  a = 1;
}

static int loop(int limit) {
  int seen = 0;
  for (int i = 0; i < limit; i++) {
    seen = b;
    if (seen == 3)
      continue;
    else if (seen == 4)
      break;
    while (a) {
      if (b) break;
      a--;
    }
    b += seen;
  }
  return seen;
}

static int jumps(int k) {
again:
  if (k > 9) goto done;
  if (a == k) {
    k++;
    goto again;
  }
  a = k;
done:
  n++;
  return k;
}

static int* address(int k) {
  int local = k;
  where = &local;
  if (k) {
    return where;
  }
  *where = 5;
  return k ? &a : NULL;
}

static int choose(int k) {
  switch (k) {
  case 1:
    a = 2;
    return a;
  case 2: return b;
  default:
    b = a;
    break;
  }
  return 0;
}

int main(void) {
  nothing();
  return first(2) + loop(3) + jumps(4) + (address(0) == 0) + choose(1);
}
//: lock
//: section first: if (a > limit) .. return a + b;
//: section nothing: if (a) .. a = 1;
//: section loop: seen = b; .. b += seen;
//: section jumps: if (k > 9) .. a = k;
//: section address: if (k) .. return k
//: section choose: switch
