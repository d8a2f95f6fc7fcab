// verdict: false(assert)
#include <assert.h>
#include <stdlib.h>

int main(void) {
  if (getenv("DEBUG")) assert(0);
  return 0;
}
