// flags: --granularity statement
// All accesses of a C statement are one action.
static int x, y;

int main(void) {
  x = y + x;
  x++;
  return 0;
}
