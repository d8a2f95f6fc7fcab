// verdict: true
// Vectors are computed element by element.
#include <assert.h>

typedef int vector __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef char bytes __attribute__((vector_size(16)));

static vector add(vector a, vector b) { return a + b * 2; }

int main(void) {
  vector a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
  volatile int i = 2;
  vector sum = add(a, b), less = a < b, chosen = (less & a) | (~less & b);
  assert(sum[0] == 9 && sum[i] == 7 && less[1] == -1 && less[2] == 0 && chosen[3] == 1);
  sum[i] = 40;
  vector mixed = __builtin_shufflevector(sum, a, 2, 7, 0, 4);
  assert(mixed[0] == 40 && mixed[1] == 4 && mixed[2] == 9 && mixed[3] == 1);
  bytes raw = (bytes)mixed;
  assert(raw[0] == 40 && raw[4] == 4);
  floats f = __builtin_convertvector(a, floats) / 2;
  assert(f[0] == 0.5f && f[3] == 2.0f && (-f)[1] == -1.0f);
  assert((a >> 1)[3] == 2 && (a / b)[3] == 4);
  return 0;
}
