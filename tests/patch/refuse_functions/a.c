int x;
static void f(void) { x++; }
static void g(void) { x--; }
int main(void) {
  f();
  g();
  return 0;
}
