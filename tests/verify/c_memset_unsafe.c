// verdict: false(memory)
// flags: --property memory
#include <string.h>

static int cells[4];
static volatile size_t n = 5;

int main(void) {
  memset(cells, 0, n * sizeof cells[0]);
  return 0;
}
