// A loop is a cycle of the graph; its counter is a register.
static int sum;

int main(void) {
  for (int i = 0; i < 3; i++)
    sum += i;
  return 0;
}
