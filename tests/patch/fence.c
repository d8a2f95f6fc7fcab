// A fence for weak memory.
int x, y;

static int f(int k) {
  x = 1;
  if (k)
    return y;
  for (int i = 0; i < 3; i++)
    y = i;
  return 0;
}

int main(void) {
  return f(1);
}
//: fence f: return y;
//: fence f: y = i;
