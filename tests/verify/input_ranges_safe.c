// verdict: true
// native: compile
// Results lie in their documented ranges.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  ssize_t n = write(1, "hello", 5);
  assert(n >= -1 && n <= 5);
  assert(fwrite("abc", 1, 3, stdout) <= 3);
  int c = getchar();
  assert(c == EOF || (c >= 0 && c <= 255));
  int put = putchar('a');
  assert(put == EOF || put == 'a');
  long r = random();
  assert(r >= 0 && r <= 2147483647L);
  int closed = close(3);
  assert(closed == 0 || closed == -1);
  int file = open("x", O_RDONLY);
  assert(file >= -1);
  return 0;
}
