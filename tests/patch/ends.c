// A section that ends with a condition; two locks, one within the other and crossing.
#include <pthread.h>

int x, y, z;

static int f(int k) {
  x = k;
  if (x == y)
    return 1;
  y++;
  z = y;
  x = z;
  if (z > 2) {
    return z;
  }
  return x;
}

int main(void) {
  return f(3);
}
//: lock first
//: section f: x = k; .. x == y
//: section f: y++; .. x = z;
//: lock second
//: section f: z = y; .. if (z > 2)
//: lock third
//: section f: z = y;
