// A section in a function that sections of the same lock call always goes; nested sections are one.
#include <pthread.h>

static int x;

static void add(int k) {
  x += k;
}

static void twice(void) {
  x = 0;
  add(1);
  {
    x++;
    add(2);
  }
}

int main(void) {
  twice();
  return 0;
}
//: lock
//: section add: x += k;
//: section twice: x = 0; .. {
//: section twice: x++;
//: section twice: add(1);
