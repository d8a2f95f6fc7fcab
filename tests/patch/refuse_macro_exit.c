#define CHECK(v) if (!(v)) return 1
int x;
static int f(void) {
  x++;
  CHECK(x);
  x--;
  return 0;
}
int main(void) { return f(); }
//: lock
//: section f: x++; .. x--;
