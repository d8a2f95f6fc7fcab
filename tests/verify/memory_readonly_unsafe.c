// verdict: false(memory)
// flags: --property memory
static const int fixed = 1;
static const int *volatile p = &fixed;

int main(void) {
  *(int *)p = 2;
  return 0;
}
