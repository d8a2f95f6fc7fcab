// verdict: false(assert)
// Not everything need be written.
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(write(1, "hello", 5) == 5);
  return 0;
}
