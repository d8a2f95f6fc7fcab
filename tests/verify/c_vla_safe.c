// verdict: true
#include <assert.h>

static volatile int n = 3;

static int fill(int k) {
  int a[k];
  int sum = 0;
  for (int i = 0; i < k; i++)
    a[i] = i * i;
  for (int i = 0; i < k; i++)
    sum += a[i];
  return sum + (int)(sizeof a / sizeof a[0]);
}

int main(void) {
  assert(fill(n) == 8 && fill(n + 1) == 18);
  return 0;
}
