// Arithmetic of long double, the 80-bit format of x87: rounded to the nearest, ties to even. lower.cpp makes the calls.

typedef unsigned long long word;

enum { BIAS = 16383, TOP = 0x7fff };
#define LEADING (1ull << 63)

union bits {
  long double value;
  struct {
    word digits; // the leading one is written
    unsigned short top;
  } parts;
};

// The same without the bytes that fill a long double up, which have no value.
struct raw {
  word digits, top;
};

struct number {
  int sign, exponent; // the exponent's field; at least 1
  word digits, rest;  // rest: 64 bits behind them
};

static struct raw rawOf(long double value) {
  union bits in = {value};
  struct raw out = {in.parts.digits, in.parts.top};
  return out;
}

static long double valueOf(struct raw a) {
  union bits out;
  out.parts.digits = a.digits;
  out.parts.top = (unsigned short)a.top;
  return out.value;
}

static long double pack(int sign, int exponent, word digits) {
  struct raw out = {digits, (word)(sign << 15 | exponent)};
  return valueOf(out);
}

static long double infinite(int sign) { return pack(sign, TOP, LEADING); }
static long double indefinite(void) { return pack(1, TOP, 3ull << 62); }

static int isNan(struct raw a) { return (a.top & TOP) == TOP && a.digits << 1 != 0; }
static int isInfinite(struct raw a) { return (a.top & TOP) == TOP && a.digits << 1 == 0; }

static struct number unpack(struct raw a) {
  struct number n;
  n.sign = (int)(a.top >> 15);
  n.exponent = (int)(a.top & TOP);
  if (n.exponent == 0) n.exponent = 1;
  n.digits = a.digits;
  n.rest = 0;
  return n;
}

static void shiftRight(struct number *n, int count) {
  if (count <= 0) return;
  if (count >= 128) {
    n->rest = (n->digits | n->rest) != 0;
    n->digits = 0;
    return;
  }
  if (count >= 64) {
    n->rest = n->digits | (n->rest != 0);
    n->digits = 0;
    count -= 64;
    if (count == 0) return;
    word lost = n->rest << (64 - count);
    n->rest = n->rest >> count | (lost != 0);
    return;
  }
  word lost = n->rest << (64 - count);
  n->rest = n->digits << (64 - count) | n->rest >> count | (lost != 0);
  n->digits >>= count;
}

static void normalise(struct number *n) {
  while (!(n->digits & LEADING) && n->exponent > 1 && (n->digits | n->rest)) {
    n->digits = n->digits << 1 | n->rest >> 63;
    n->rest <<= 1;
    n->exponent--;
  }
}

// Rounds to the upper `kept` bits of the digits.
static void roundTo(struct number *n, int kept) {
  word below = n->rest, unit = 1;
  int above = below > LEADING, exactly = below == LEADING;
  if (kept < 64) {
    unit = 1ull << (64 - kept);
    below = n->digits & (unit - 1);
    above = below > unit >> 1 || (below == unit >> 1 && n->rest != 0);
    exactly = below == unit >> 1 && n->rest == 0;
    n->digits -= below;
  }
  n->rest = 0;
  if (!above && !(exactly && (n->digits & unit))) return;
  n->digits += unit;
  if (n->digits == 0) {
    n->digits = LEADING;
    n->exponent++;
  }
}

static long double finish(struct number n) {
  normalise(&n);
  if (n.exponent < 1) {
    shiftRight(&n, 1 - n.exponent);
    n.exponent = 1;
  }
  roundTo(&n, 64);
  if (n.exponent >= TOP) return infinite(n.sign);
  return pack(n.sign, n.digits & LEADING ? n.exponent : 0, n.digits);
}

static long double eitherNan(struct raw a, struct raw b) {
  if (!isNan(a)) a = b;
  a.digits |= 3ull << 62;
  return valueOf(a);
}

static long double addNumbers(struct raw a, struct raw b) {
  if (isNan(a) || isNan(b)) return eitherNan(a, b);
  struct number x = unpack(a), y = unpack(b);
  if (isInfinite(a)) return isInfinite(b) && x.sign != y.sign ? indefinite() : valueOf(a);
  if (isInfinite(b)) return valueOf(b);
  if (x.exponent < y.exponent || (x.exponent == y.exponent && x.digits < y.digits)) {
    struct number other = x;
    x = y;
    y = other;
  }
  shiftRight(&y, x.exponent - y.exponent);
  if (x.sign == y.sign) {
    x.digits += y.digits;
    x.rest = y.rest;
    if (x.digits < y.digits) {
      x.rest = x.digits << 63 | x.rest >> 1 | (x.rest & 1);
      x.digits = x.digits >> 1 | LEADING;
      x.exponent++;
    }
    return finish(x);
  }
  x.digits = x.digits - y.digits - (y.rest != 0);
  x.rest = 0 - y.rest;
  if ((x.digits | x.rest) == 0) x.sign = 0;
  return finish(x);
}

long double __heddle_ld_add(long double a, long double b) {
  struct raw x = rawOf(a), y = rawOf(b);
  return addNumbers(x, y);
}

long double __heddle_ld_subtract(long double a, long double b) {
  struct raw x = rawOf(a), y = rawOf(b);
  if (!isNan(y)) y.top ^= 0x8000;
  return addNumbers(x, y);
}

static void multiplyWords(word a, word b, word *high, word *low) {
  word a0 = (unsigned)a, a1 = a >> 32, b0 = (unsigned)b, b1 = b >> 32;
  word p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  word middle = (p00 >> 32) + (unsigned)p01 + (unsigned)p10;
  *high = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  *low = a * b;
}

static int isZero(struct raw a) { return (a.top & TOP) == 0 && a.digits == 0; }

// Numbers that are too small to be normal get an exponent below 1 here.
static void lead(struct number *n) {
  while (!(n->digits & LEADING)) {
    n->digits <<= 1;
    n->exponent--;
  }
}

long double __heddle_ld_multiply(long double a, long double b) {
  struct raw p = rawOf(a), q = rawOf(b);
  if (isNan(p) || isNan(q)) return eitherNan(p, q);
  struct number x = unpack(p), y = unpack(q);
  int sign = x.sign ^ y.sign;
  if (isInfinite(p) || isInfinite(q)) return isZero(p) || isZero(q) ? indefinite() : infinite(sign);
  if (isZero(p) || isZero(q)) return pack(sign, 0, 0);
  lead(&x);
  lead(&y);
  struct number r;
  r.sign = sign;
  r.exponent = x.exponent + y.exponent - BIAS + 1;
  multiplyWords(x.digits, y.digits, &r.digits, &r.rest);
  if (!(r.digits & LEADING)) {
    r.digits = r.digits << 1 | r.rest >> 63;
    r.rest <<= 1;
    r.exponent--;
  }
  return finish(r);
}

long double __heddle_ld_divide(long double a, long double b) {
  struct raw p = rawOf(a), q = rawOf(b);
  if (isNan(p) || isNan(q)) return eitherNan(p, q);
  struct number x = unpack(p), y = unpack(q), r;
  r.sign = x.sign ^ y.sign;
  if (isInfinite(p)) return isInfinite(q) ? indefinite() : infinite(r.sign);
  if (isInfinite(q)) return pack(r.sign, 0, 0);
  if (isZero(q)) return isZero(p) ? indefinite() : infinite(r.sign);
  if (isZero(p)) return pack(r.sign, 0, 0);
  lead(&x);
  lead(&y);
  r.exponent = x.exponent - y.exponent + BIAS;
  word left = x.digits;
  r.digits = 0;
  if (left < y.digits)
    r.exponent--;
  else {
    left -= y.digits;
    r.digits = 1;
  }
  for (int bits = r.digits ? 1 : 0; bits < 64; bits++) {
    int carried = (int)(left >> 63);
    left <<= 1;
    r.digits <<= 1;
    if (carried || left >= y.digits) {
      left -= y.digits;
      r.digits |= 1;
    }
  }
  // What is left, doubled, against the divisor: below, exactly, or above half a unit.
  int above = (int)(left >> 63) || left << 1 > y.digits, exactly = !(left >> 63) && left << 1 == y.digits;
  r.rest = above ? LEADING | 1 : exactly ? LEADING : left != 0;
  return finish(r);
}

long double __heddle_ld_negate(long double a) {
  struct raw x = rawOf(a);
  x.top ^= 0x8000;
  return valueOf(x);
}

long double __heddle_ld_abs(long double a) {
  struct raw x = rawOf(a);
  x.top &= TOP;
  return valueOf(x);
}

long double __heddle_ld_copysign(long double a, long double b) {
  struct raw x = rawOf(a), y = rawOf(b);
  x.top = (x.top & TOP) | (y.top & 0x8000);
  return valueOf(x);
}

// 1: equal, 2: greater, 4: less, 8: one of them is no number.
int __heddle_ld_compare(long double a, long double b) {
  struct raw x = rawOf(a), y = rawOf(b);
  if (isNan(x) || isNan(y)) return 8;
  if (isZero(x) && isZero(y)) return 1;
  int negative = (int)(x.top >> 15);
  if (negative != (int)(y.top >> 15)) return negative ? 4 : 2;
  if (x.top == y.top && x.digits == y.digits) return 1;
  int less = x.top < y.top || (x.top == y.top && x.digits < y.digits);
  return less != negative ? 4 : 2;
}

long double __heddle_ld_from_unsigned(word a) {
  struct number n = {0, BIAS + 63, a, 0};
  if (a == 0) return pack(0, 0, 0);
  lead(&n);
  return pack(0, n.exponent, n.digits);
}

long double __heddle_ld_from_signed(long long a) {
  long double size = __heddle_ld_from_unsigned(a < 0 ? 0 - (word)a : (word)a);
  return a < 0 ? __heddle_ld_negate(size) : size;
}

// The part before the point; *large: it has no place in 64 bits.
static word whole(struct raw a, int *large) {
  int exponent = (int)(a.top & TOP) - BIAS;
  *large = exponent > 63;
  if (exponent < 0 || *large) return 0;
  return a.digits >> (63 - exponent);
}

long long __heddle_ld_to_signed(long double a) {
  struct raw x = rawOf(a);
  int large;
  word size = whole(x, &large);
  if (large || size >= LEADING) return (long long)LEADING; // also the least number
  return x.top >> 15 ? -(long long)size : (long long)size;
}

word __heddle_ld_to_unsigned(long double a) {
  struct raw x = rawOf(a);
  int large;
  word size = whole(x, &large);
  if (large) return LEADING;
  return x.top >> 15 ? 0 - size : size;
}

long double __heddle_ld_from_double(double a) {
  union {
    double value;
    word bits;
  } in = {a};
  int sign = (int)(in.bits >> 63), exponent = (int)(in.bits >> 52 & 2047);
  word digits = in.bits << 11 & ~LEADING;
  if (exponent == 2047) return pack(sign, TOP, LEADING | digits | (digits ? 1ull << 62 : 0));
  struct number n = {sign, exponent - 1023 + BIAS, digits, 0};
  if (exponent > 0) return pack(sign, n.exponent, digits | LEADING);
  if (digits == 0) return pack(sign, 0, 0);
  n.exponent++;
  lead(&n);
  return pack(sign, n.exponent, n.digits);
}

// The bits of a narrower format: `kept` digits with the leading one, exponents biased by `bias`.
static word narrow(struct raw a, int kept, int bias) {
  word top = 2ull * (word)bias + 1;
  int width = kept - 1;
  if (isNan(a)) return top << width | 1ull << (width - 1) | (a.digits << 1) >> (65 - kept);
  struct number n = unpack(a);
  if (isInfinite(a)) return top << width;
  if (n.digits == 0) return 0;
  lead(&n);
  n.exponent += bias - BIAS;
  if (n.exponent < 1) {
    shiftRight(&n, 1 - n.exponent);
    n.exponent = 1;
  }
  roundTo(&n, kept);
  if (n.exponent >= (int)top) return top << width;
  word field = n.digits & LEADING ? (word)n.exponent : 0;
  return field << width | (n.digits << 1) >> (65 - kept);
}

double __heddle_ld_to_double(long double a) {
  struct raw x = rawOf(a);
  union {
    word bits;
    double value;
  } out = {narrow(x, 53, 1023) | (word)(x.top >> 15) << 63};
  return out.value;
}

float __heddle_ld_to_float(long double a) {
  struct raw x = rawOf(a);
  union {
    unsigned bits;
    float value;
  } out = {(unsigned)narrow(x, 24, 127) | (unsigned)(x.top >> 15) << 31};
  return out.value;
}
