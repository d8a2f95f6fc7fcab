// The world of the sequential random programs: variables that their statements change, functions that they
// call.
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum { RED, GREEN = 5, BLUE } color;

struct inner {
  int8_t c;
  uint64_t w;
  uint16_t h[3];
};
struct outer {
  unsigned b0 : 3;
  int b1 : 7;
  unsigned long long b2 : 33;
  _Bool b3 : 1;
  struct inner in[2];
  float f;
};
union word {
  uint64_t w;
  uint32_t d[2];
  uint8_t b[8];
  int16_t h;
};

static int8_t i8 = -3;
static uint8_t u8 = 200;
static int16_t i16 = -1234;
static uint16_t u16 = 54321;
static int32_t i32 = -70000;
static uint32_t u32 = 3000000000u;
static int64_t i64 = -5000000000;
static uint64_t u64 = 12345678901234567890u;
static _Bool flag = 1;
static char ch = 'q';
static color col = GREEN;
static float f32 = 1.25f;
static double f64 = -2.5;
static int arr[5] = {1, -2, 3, -4, 5};
static uint8_t bytes[16] = "loom and heddle";
static short matrix[2][3] = {{1, 2, 3}, {-1, -2, -3}};
static struct outer so = {
    .b0 = 5, .b1 = -9, .b2 = 0x1abcdef01, .b3 = 1, .in = {{1, 2, {3, 4, 5}}, {.c = -1}}, .f = 0.5f};
static struct outer sp;
static union word un = {.w = 0x1122334455667788};
static int* ptr = &arr[2];
static struct inner* heap;

static int32_t plus(int32_t a, int32_t b) { return a + b; }
static int32_t minus(int32_t a, int32_t b) { return a - b; }
static int32_t pick(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t odd(int32_t a, int32_t b) { return (a ^ b) & 1; }
static int32_t (*const table[4])(int32_t, int32_t) = {plus, minus, pick, odd};

static struct inner bump(struct inner v, unsigned n) {
  v.c += 3;
  v.h[n % 3] ^= (uint16_t)v.w;
  v.w = v.w * 3 + n;
  return v;
}

static struct outer turn(struct outer v) {
  struct inner t = v.in[0];
  v.in[0] = v.in[1];
  v.in[1] = t;
  v.b1 = -v.b1;
  v.b2 >>= 1;
  return v;
}

static uint64_t fold(unsigned n, ...) {
  va_list ap;
  uint64_t s = 1;
  va_start(ap, n);
  for (unsigned i = 0; i < n; i++) s = s * 31 + va_arg(ap, uint64_t);
  va_end(ap);
  return s;
}

static int depth(int n) { return n <= 0 ? 1 : depth(n - 1) + n; }

static unsigned tick(void) {
  static unsigned count;
  return count += 7;
}

static int classify(int v) {
  switch (v & 7) {
  case 0:
    return 1;
  case 1:
    v += 5; /* fall through */
  case 2:
    v *= 2;
    break;
  case 5:
  case 6:
    return v - 1;
  default:
    v ^= 0x55;
  }
  return v;
}

static int collatz(unsigned n) {
  int steps = 0;
again:
  if (n <= 1 || steps == 12) return steps;
  n = n & 1 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
}

static int vla(unsigned n) {
  int a[n + 1], s = 0;
  for (unsigned i = 0; i <= n; i++) a[i] = (int)(i * i) - 3;
  for (unsigned i = 0; i <= n; i++) s = s * 2 + a[n - i];
  return s + (int)(sizeof a / sizeof *a);
}

// Not a number has no one bit pattern.
static float tame32(float f) { return f == f ? f : 1.0f; }
static double tame64(double f) { return f == f ? f : 1.0; }
static int small(double f) { return f > -100000 && f < 100000 ? (int)f : 77; }
static uint64_t bits(double f) {
  uint64_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
