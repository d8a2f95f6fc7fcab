// verdict: false(memory)
// flags: --property memory
// The array has ended with its scope.
int main(void) {
  volatile int n = 2;
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int v[n];
    v[0] = i;
    p = v;
  }
  return *p;
}
