// verdict: true
#include <assert.h>

typedef unsigned __int128 wide;

int main(void) {
  volatile int one = 1;
  volatile unsigned long long word = 0xfedcba9876543210ull;
  wide q = (wide)one, product = (wide)word * word;
  __int128 s = -5 * one;
  assert((q << 70) / (q << 3) == q << 67 && (q << 64) - 1 > ~0ull - 1 && (q << 64) % 10 == 6);
  assert((unsigned long long)(product >> 64) == 0xfdbac097c8dc5accull);
  assert((unsigned long long)product == 0xdeec6cd7a44a4100ull);
  assert(s / 2 == -2 && s % 2 == -1 && s * 3 == -15 && s < 0 && s >> 1 == -3 && -s == 5);
  assert((double)s == -5.0 && (__int128)-3.7 == -3 && (double)(q << 100) == 0x1p100);
  switch (q << 90) {
  case (wide)1 << 90:
    return 0;
  }
  assert(0);
}
