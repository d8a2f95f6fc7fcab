int x;
int main(void) {
  for (int i = x; i < 3; i++) x++;
  for (int i = x; i < 3; i++) x--;
  return 0;
}
//: lock
//: section main: int i = x
