// verdict: unknown
// flags: --property assert
// The text of a long double is not followed.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[40];
  sprintf(text, "%Lf", 1.5L);
  assert(text[0] == '1');
  return 0;
}
