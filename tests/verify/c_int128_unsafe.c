// verdict: false(assert)
#include <assert.h>

int main(void) {
  volatile unsigned long long word = ~0ull;
  assert((unsigned __int128)word + 1 == 0);
  return 0;
}
