// verdict: unsupported
int main(void) {
  int x = 1;
  __asm__ volatile("nop" : "+r"(x));
  return x;
}
