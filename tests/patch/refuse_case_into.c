int x;
static void f(int k) {
  switch (k) {
  case 1:
    x = 1;
  case 2:
    x = 2;
  }
}
int main(void) {
  f(1);
  return 0;
}
//: lock
//: section f: x = 1; .. x = 2;
