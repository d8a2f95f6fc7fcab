// verdict: true
// flags: --data-model ILP32
// native: compile
// Sizes and wrapping of the 32-bit data model.
extern void reach_error(void);

int main(void) {
  unsigned long x = 0xffffffffu;
  if (sizeof(long) != 4 || sizeof(void *) != 4 || sizeof(long long) != 8)
    reach_error();
  x++;
  if (x != 0)
    reach_error();
  return 0;
}
