// verdict: true
// flags: --property assert
// Labels as values, in a table and as distances from the first.
#include <assert.h>

static int run(const int *code) {
  static void *const table[] = {&&add, &&twice, &&stop};
  static const int distance[] = {&&add - &&add, &&twice - &&add, &&stop - &&add};
  int value = 1;
  goto *table[*code];
add:
  value += 3;
  goto *(&&add + distance[*++code]);
twice:
  value *= 2;
  goto *table[*++code];
stop:
  return value;
}

int main(void) {
  const int first[] = {0, 1, 2}, second[] = {1, 0, 2};
  assert(run(first) == 8);
  assert(run(second) == 5);
  return 0;
}
