// verdict: false(memory)
// flags: --property memory
// No room for the terminating zero.
#include <string.h>

static char buffer[4];
static const char *volatile word = "warp";

int main(void) {
  strcpy(buffer, word);
  return 0;
}
