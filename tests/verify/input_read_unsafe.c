// verdict: false(assert)
#include <assert.h>
#include <unistd.h>

int main(void) {
  char b[4] = {1, 1, 1, 1};
  ssize_t n = read(0, b, 2);
  assert(n < 2 || b[0] != 7 || b[1] != 9);
  return 0;
}
