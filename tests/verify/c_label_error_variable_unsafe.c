// verdict: false(assert)
// A variable of the same name changes nothing.
static int f(int ERROR) {
  if (ERROR) goto ERROR;
  return 0;
ERROR:
  return -1;
}

int main(void) { return f(1); }
