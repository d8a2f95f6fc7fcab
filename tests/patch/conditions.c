// A condition is evaluated under the lock, as often as it was.
#include <pthread.h>
#include <stddef.h>

enum state { EMPTY, FULL };

int x, flag;
unsigned long wide;
struct node {
  struct node* next;
} * head;
enum state state;

static void f(int k) {
  if (x > 0)
    k++;
  if (flag) k = 1; else if (wide) { k = 2; } else k = 3;
  if (k) {
    k = 4;
  } else if (head) {
    k = 5;
    if (k)
      k--;
  } else {
    k = 6;
  }
  while (!flag)
    ;
  while (x < 3) {
    // one more
    x++;
    if (x == 2) continue;
  }
  while ((k = x--)) k--;
  do {
    k++;
    if (k == 3)
      continue;
  } while (x != k);
  do x++; while (x < k);
  for (int i = 0; i < x; i++)
    k++;
  for (;; ) {
    if (wide & 1) break;
  }
  switch (state) {
  case EMPTY:
    k++;
    break;
  case FULL:
    break;
  }
  switch (x) {
  case 1:
    if (x) k++;
    // fall through
  case 2:
    k--;
  }
}

int main(void) {
  f(1);
  return 0;
}
//: lock data_lock
//: section f: x > 0
//: section f: flag
//: section f: wide
//: section f: head
//: section f: !flag
//: section f: x < 3
//: section f: (k = x--)
//: section f: x != k
//: section f: x < k
//: section f: i < x
//: section f: wide & 1
//: section f: state
//: section f: x++; .. if (x == 2)
//: section f: if (x) k++;
