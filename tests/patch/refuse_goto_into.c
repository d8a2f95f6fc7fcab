int x;
static void f(int k) {
  if (k) goto inside;
  x = 1;
inside:
  x = 2;
}
int main(void) {
  f(1);
  return 0;
}
//: lock
//: section f: x = 1; .. x = 2;
