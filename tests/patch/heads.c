// What a `for` does first, and last in each round.
#include <pthread.h>

int x, y;

static int f(int n) {
  int i, sum = 0;
  for (i = x; i < n; i++) sum++;
  for (int j = x, k = y; j < k; j++) {
    sum += j;
  }
  for (i = 0; i < n; x++) {
    if (i == 2)
      continue;
    i++;
  }
  for (i = 0; i < n; i++, y++)
    sum += i;
  for (i = y; i < x; i += y)
    for (int l = 0; l < x; l++)
      if (l == i) sum--;
  return sum;
}

int main(void) {
  return f(3);
}
//: lock
//: section f: i = x
//: section f: int j = x
//: section f: x++
//: section f: i++, y++
//: section f: i = y
//: section f: i < x
//: section f: i += y
//: section f: l < x
