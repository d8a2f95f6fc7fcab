int x;
int main(void) {
  do {
    int x = 3;
    (void)x;
  } while (x > 0);
  return 0;
}
//: lock
//: section main: x > 0
