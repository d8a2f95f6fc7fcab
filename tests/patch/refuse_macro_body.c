#define BOTH(a, b) a++; b++
int x, y;
static void f(void) {
  BOTH(x, y);
}
int main(void) {
  f();
  return 0;
}
//: lock
//: section f: BOTH
