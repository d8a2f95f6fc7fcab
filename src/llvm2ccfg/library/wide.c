// Division of 128-bit integers, and their conversion from and to floating-point numbers. lower.cpp makes the calls.

#if __SIZEOF_POINTER__ == 8

typedef unsigned __int128 wide;
typedef __int128 signedWide;
typedef unsigned long long word;

static wide divide(wide a, wide b, wide *rest) {
  if (b == 0) {
    volatile word zero = 0;
    *rest = 1 / zero; // ends the program as the machine does
  }
  wide quotient = 0, left = 0;
  if ((word)(a >> 64) == 0 && (word)(b >> 64) == 0) {
    *rest = (word)a % (word)b;
    return (word)a / (word)b;
  }
  for (int bit = 127; bit >= 0; bit--) {
    int carried = (int)(left >> 127);
    left = left << 1 | (a >> bit & 1);
    quotient <<= 1;
    if (carried || left >= b) {
      left -= b;
      quotient |= 1;
    }
  }
  *rest = left;
  return quotient;
}

wide __heddle_wide_udiv(wide a, wide b) {
  wide rest;
  return divide(a, b, &rest);
}

wide __heddle_wide_urem(wide a, wide b) {
  wide rest;
  divide(a, b, &rest);
  return rest;
}

static wide magnitude(wide a) { return (signedWide)a < 0 ? 0 - a : a; }

wide __heddle_wide_sdiv(wide a, wide b) {
  wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
  return (signedWide)(a ^ b) < 0 ? 0 - quotient : quotient;
}

wide __heddle_wide_srem(wide a, wide b) {
  wide rest;
  divide(magnitude(a), magnitude(b), &rest);
  return (signedWide)a < 0 ? 0 - rest : rest;
}

// The number rounded to `digits` bits, to the nearest and then to the even one, as bits of a format with this bias.
static word roundTo(wide a, int digits, int bias) {
  if (a == 0) return 0;
  int top = 127;
  while (!(a >> top & 1)) top--;
  word kept;
  if (top < digits) {
    kept = (word)(a << (digits - 1 - top));
  } else {
    int dropped = top - digits + 1;
    wide half = (wide)1 << (dropped - 1), rest = a & ((half << 1) - 1);
    kept = (word)(a >> dropped);
    if (rest > half || (rest == half && (kept & 1))) kept++;
  }
  // The leading bit adds 1 to the exponent, and so does a carry.
  return ((word)(top + bias - 1) << (digits - 1)) + kept;
}

double __heddle_wide_udouble(wide a) {
  union {
    word bits;
    double value;
  } out = {roundTo(a, 53, 1023)};
  return out.value;
}

double __heddle_wide_sdouble(wide a) {
  double size = __heddle_wide_udouble(magnitude(a));
  return (signedWide)a < 0 ? -size : size;
}

float __heddle_wide_ufloat(wide a) {
  union {
    unsigned bits;
    float value;
  } out = {(unsigned)roundTo(a, 24, 127)};
  return out.value;
}

float __heddle_wide_sfloat(wide a) {
  float size = __heddle_wide_ufloat(magnitude(a));
  return (signedWide)a < 0 ? -size : size;
}

wide __heddle_wide_truncate(double value) {
  union {
    double value;
    word bits;
  } in = {value};
  int exponent = (int)(in.bits >> 52 & 2047) - 1075;
  wide size = (in.bits & ((1ull << 52) - 1)) | 1ull << 52;
  if (exponent < -52) return 0;
  if (exponent > 75) return (wide)1 << 127; // too large: C says nothing
  size = exponent < 0 ? size >> -exponent : size << exponent;
  return in.bits >> 63 ? 0 - size : size;
}

#endif
