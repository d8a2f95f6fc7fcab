// verdict: true
// native: compile
// read changes what it says that it has read.
#include <assert.h>
#include <unistd.h>

int main(void) {
  char b[4] = {1, 1, 1, 1};
  ssize_t n = read(0, b, 2);
  assert(b[2] == 1 && (n > 1 || b[1] == 1));
  return 0;
}
