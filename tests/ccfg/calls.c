// Calls are inlined, each with its call stack.
static int x;

static int twice(int n) { return 2 * n; }
static void set(int n) { x = twice(n) + twice(n + 1); }

int main(void) {
  set(3);
  set(x);
  return 0;
}
