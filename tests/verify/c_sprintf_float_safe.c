// verdict: true
// flags: --property assert
// The text of a double is made as C says.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[40];
  sprintf(text, "%f", 1.5);
  assert(text[0] == '1');
  return 0;
}
