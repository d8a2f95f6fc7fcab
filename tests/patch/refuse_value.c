int x;
int main(void) {
  int k = ({ x++; x; });
  return k;
}
//: lock
//: section main: x++; .. x;
