// verdict: true
// Widths, promotions, wrapping of unsigned types, sign extension, shifts, division toward zero.
#include <assert.h>
#include <stdint.h>

static volatile int8_t i8 = -1;
static volatile uint8_t u8 = 255;
static volatile int16_t i16 = -32768;
static volatile uint16_t u16 = 65535;
static volatile int32_t i32 = -7;
static volatile uint32_t u32 = 0xffffffffu;
static volatile int64_t i64 = INT64_C(1) << 40;
static volatile uint64_t u64 = UINT64_MAX;

int main(void) {
  assert(i8 + 1 == 0 && (uint8_t)i8 == 255 && (unsigned)i8 == 0xffffffffu);
  u8++;
  assert(u8 == 0);
  assert(u16 + 1 == 65536 && (uint16_t)(u16 + 1) == 0);
  assert(-i16 == 32768);
  assert(i32 / 2 == -3 && i32 % 2 == -1 && i32 >> 1 == -4);
  assert(u32 + 1 == 0 && u32 >> 31 == 1 && u32 * u32 == 1);
  assert(i64 >> 38 == 4 && (int32_t)i64 == 0);
  assert(u64 + 1 == 0 && u64 / 3 == UINT64_C(0x5555555555555555));
  assert((i32 < (int)u8) && !((uint32_t)i32 < 5u));
  return 0;
}
