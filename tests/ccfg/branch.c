// Branches are edges whose assumptions exclude each other; && is two of them.
static int x, y;

int main(void) {
  if (x > 0 && y != 3)
    x = 1;
  else
    y = 2;
  return 0;
}
