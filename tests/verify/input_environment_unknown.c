// verdict: unknown
// The values of variables may be longer than what is tried.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const char *v = getenv("DEBUG");
  if (v) assert(v[63] == 0);
  return 0;
}
