// verdict: false(assert)
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  time_t a = time(NULL), b = time(NULL);
  assert(a == b);
  return 0;
}
