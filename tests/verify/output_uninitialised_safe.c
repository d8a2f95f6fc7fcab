// verdict: true
// Bytes that were never set may be written out; their values are nobody's business.
#include <assert.h>
#include <unistd.h>

int main(void) {
  char block[4096];
  block[0] = 1;
  write(1, block, sizeof block);
  assert(block[0] == 1);
  return 0;
}
