#include <pthread.h>
int x;
static void add(void) { x++; }
static void twice(void) {
  x = 0;
  add();
}
int main(void) {
  twice();
  add();
  return 0;
}
//: lock
//: section add: x++;
//: section twice: x = 0; .. add();
