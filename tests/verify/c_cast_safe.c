// verdict: true
// Bytes of an object through a char pointer; little-endian.
#include <assert.h>
#include <stdint.h>

static uint32_t w = 0xa1b2c3d4u;

int main(void) {
  unsigned char *p = (unsigned char *)&w;
  assert(p[0] == 0xd4 && p[3] == 0xa1);
  p[2] = 0;
  assert(w == 0xa100c3d4u);
  assert((int8_t)0x1ff == -1 && (uint16_t)-2 == 65534 && (int)3.99 == 3 && (int)-3.99 == -3);
  assert((uint8_t)(int8_t)-128 == 128 && (int64_t)(uint32_t)-1 == 4294967295LL);
  return 0;
}
