int x;
static void f(void) {
  void* to = &&end;
  x = 1;
  goto *to;
end:
  x = 2;
}
int main(void) {
  f();
  return 0;
}
//: lock
//: section f: x = 1; .. goto *to;
