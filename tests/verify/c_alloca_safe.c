// verdict: true
#include <alloca.h>
#include <assert.h>

static int sum(int k) {
  unsigned char *p = alloca(k);
  int s = 0;
  for (int i = 0; i < k; i++)
    p[i] = (unsigned char)(i + 1);
  for (int i = 0; i < k; i++)
    s += p[i];
  return s;
}

int main(void) {
  assert(sum(3) == 6 && sum(4) == 10);
  return 0;
}
