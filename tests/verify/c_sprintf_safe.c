// verdict: true
// flags: --property assert
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[40];
  int n = sprintf(text, "%d|%5s|%-4x|%04u|%c", -12, "ab", 255, 7u, 'z');
  assert(strcmp(text, "-12|   ab|ff  |0007|z") == 0 && n == 21);
  n = snprintf(text, 4, "%ld", 123456l);
  assert(strcmp(text, "123") == 0 && n == 6);
  return 0;
}
