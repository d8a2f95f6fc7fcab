// verdict: true
// Output is ignored.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = 3;
  printf("%d %s\n", n, "picks");
  fprintf(stderr, "%d\n", n);
  puts("done");
  putchar('\n');
  fflush(stdout);
  assert(n == 3);
  return 0;
}
