// verdict: true
// native: compile
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  if (close(3) == 0)
    assert(errno == 0);
  else
    assert(errno > 0);
  return 0;
}
