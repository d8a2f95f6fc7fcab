// verdict: true
#include <assert.h>
#include <stdint.h>

union word {
  uint32_t w;
  uint16_t h[2];
  uint8_t b[4];
};
static union word u = {.w = 0x01020304};

int main(void) {
  assert(u.b[0] == 4 && u.b[3] == 1 && u.h[1] == 0x0102);
  u.b[1] = 0xff;
  assert(u.w == 0x0102ff04);
  return 0;
}
