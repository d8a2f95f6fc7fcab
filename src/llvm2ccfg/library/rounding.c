// Rounding to whole numbers, and the lesser and greater of two numbers. lower.cpp makes the calls.

typedef unsigned long long word;

static word bitsOf(double x) {
  union {
    double value;
    word bits;
  } in = {x};
  return in.bits;
}

static double valueOf(word bits) {
  union {
    word bits;
    double value;
  } out = {bits};
  return out.value;
}

double __heddle_trunc(double x) {
  word bits = bitsOf(x);
  int exponent = (int)(bits >> 52 & 2047) - 1023;
  if (exponent >= 52) return x;
  if (exponent < 0) return valueOf(bits & 1ull << 63);
  return valueOf(bits & ~((1ull << (52 - exponent)) - 1));
}

static double withSignOf(double size, double x) { return valueOf(bitsOf(size) | (bitsOf(x) & 1ull << 63)); }

double __heddle_floor(double x) {
  double whole = __heddle_trunc(x);
  return whole > x ? whole - 1 : whole;
}

double __heddle_ceil(double x) {
  double whole = __heddle_trunc(x);
  return whole < x ? whole + 1 : whole;
}

// Halves go away from zero.
double __heddle_round(double x) {
  double whole = __heddle_trunc(x), rest = x - whole;
  if (rest >= 0.5) return whole + 1;
  if (rest <= -0.5) return whole - 1;
  return whole;
}

// Halves go to the even number.
double __heddle_rint(double x) {
  const double large = 4503599627370496.0;
  if (!(x < large && x > -large)) return x;
  return x < 0 ? withSignOf(x - large + large, x) : withSignOf(x + large - large, x);
}

double __heddle_fmin(double x, double y) { return x != x ? y : y != y ? x : y < x ? y : x; }

double __heddle_fmax(double x, double y) { return x != x ? y : y != y ? x : y > x ? y : x; }
