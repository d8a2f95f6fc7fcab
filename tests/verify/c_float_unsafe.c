// verdict: false(assert)
#include <assert.h>

static volatile float tenth = 0.1f;

int main(void) {
  float sum = 0;
  for (int i = 0; i < 10; i++)
    sum += tenth;
  assert(sum == 1.0f);
  return 0;
}
