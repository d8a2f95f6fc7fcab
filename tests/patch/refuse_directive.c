int x;
static void f(void) {
  x = 1;
#ifndef NEVER
  x = 2;
#endif
}
int main(void) {
  f();
  return 0;
}
//: lock
//: section f: x = 1; .. x = 2;
