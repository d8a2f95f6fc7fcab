// verdict: unknown
// What is read from a file may be what the program has written.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char b = 0;
  int file = open("x", O_RDWR);
  if (read(file, &b, 1) == 1) assert(b == 5);
  return 0;
}
