// verdict: true
// flags: --property assert
// native: compile
// What is read from a file is arbitrary; how many items were read, or EOF, is what the result says.
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *f = fopen("numbers", "r");
  if (!f) return 0;
  int x = 5;
  int n = fscanf(f, "%d", &x);
  assert(n >= -1 && n <= 1);
  long at = ftell(f);
  assert(at >= -1);
  if (n != 1) assert(x == 5);
  fclose(f);
  return 0;
}
