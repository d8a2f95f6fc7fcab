// verdict: false(overflow)
// flags: --property overflow
static volatile int a = 65536, b = 32768;

int main(void) {
  int c = a * b;
  return c == 0;
}
