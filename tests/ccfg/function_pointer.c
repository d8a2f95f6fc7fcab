// A call through a pointer branches over what the pointer may be.
static int x;

static void one(void) { x = 1; }
static void two(void) { x = 2; }
static void (*action)(void) = one;

int main(void) {
  if (x)
    action = two;
  action();
  return 0;
}
