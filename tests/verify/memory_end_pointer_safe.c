// verdict: true
// flags: --property memory
// The address one past the end may be formed and compared.
static int cells[3] = {1, 2, 3};

int main(void) {
  int sum = 0;
  for (int *p = cells; p != cells + 3; p++)
    sum += *p;
  return sum != 6;
}
