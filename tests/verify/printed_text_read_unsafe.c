// verdict: false(assert)
// A text that is also looked at is computed.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[16];
  snprintf(text, sizeof text, "%d", 42);
  printf("%s\n", text);
  assert(text[0] != '4');
  return 0;
}
