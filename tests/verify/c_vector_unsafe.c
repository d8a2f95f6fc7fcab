// verdict: false(assert)
#include <assert.h>

typedef int vector __attribute__((vector_size(16)));

int main(void) {
  vector a = {1, 2, 3, 4}, b = a + a;
  assert(b[2] != 6);
  return 0;
}
