// Functions of <math.h> that are computed exactly, and <fenv.h>: rounding is to the nearest, and exceptions are not kept. Others
// have arbitrary results in their ranges.

typedef unsigned long long word;

enum { ERANGE = 34, EDOM = 33, LARGEST = 0x7fffffff };

extern int *__errno_location(void);
extern long __heddle_between(long, long); // constants
extern void __heddle_any(void *, __SIZE_TYPE__);
extern void __heddle_takes_any(const char *);
extern double __VERIFIER_nondet_double(void);
extern double __heddle_trunc(double), __heddle_floor(double), __heddle_ceil(double), __heddle_round(double), __heddle_rint(double);
extern double __heddle_fmin(double, double), __heddle_fmax(double, double);

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

#define SIGN (1ull << 63)
#define INFINITE 0x7ff0000000000000ull

static int exponentOf(word bits) { return (int)(bits >> 52 & 2047); }
static double sizeOf(double x) { return valueOf(bitsOf(x) & ~SIGN); }
static int isNan(double x) { return x != x; }
static int isFinite(double x) { return exponentOf(bitsOf(x)) != 2047; }

double fabs(double x) { return sizeOf(x); }
float fabsf(float x) { return sizeOf(x); }
double copysign(double x, double y) { return valueOf((bitsOf(x) & ~SIGN) | (bitsOf(y) & SIGN)); }
float copysignf(float x, float y) { return copysign(x, y); }
double floor(double x) { return __heddle_floor(x); }
float floorf(float x) { return __heddle_floor(x); }
double ceil(double x) { return __heddle_ceil(x); }
float ceilf(float x) { return __heddle_ceil(x); }
double trunc(double x) { return __heddle_trunc(x); }
float truncf(float x) { return __heddle_trunc(x); }
double round(double x) { return __heddle_round(x); }
float roundf(float x) { return __heddle_round(x); }
double rint(double x) { return __heddle_rint(x); }
float rintf(float x) { return __heddle_rint(x); }
double nearbyint(double x) { return __heddle_rint(x); }
float nearbyintf(float x) { return __heddle_rint(x); }
double fmin(double x, double y) { return __heddle_fmin(x, y); }
float fminf(float x, float y) { return __heddle_fmin(x, y); }
double fmax(double x, double y) { return __heddle_fmax(x, y); }
float fmaxf(float x, float y) { return __heddle_fmax(x, y); }
long lround(double x) { return (long)__heddle_round(x); }
long lroundf(float x) { return (long)__heddle_round(x); }
long long llround(double x) { return (long long)__heddle_round(x); }
long long llroundf(float x) { return (long long)__heddle_round(x); }
long lrint(double x) { return (long)__heddle_rint(x); }
long lrintf(float x) { return (long)__heddle_rint(x); }
long long llrint(double x) { return (long long)__heddle_rint(x); }
long long llrintf(float x) { return (long long)__heddle_rint(x); }

double fdim(double x, double y) { return isNan(x) ? x : isNan(y) ? y : x > y ? x - y : 0; }
float fdimf(float x, float y) { return isNan(x) ? x : isNan(y) ? y : x > y ? x - y : 0; }

int __fpclassify(double x) {
  word bits = bitsOf(x);
  if (exponentOf(bits) == 2047) return bits << 12 ? 0 : 1;
  return bits << 1 == 0 ? 2 : exponentOf(bits) == 0 ? 3 : 4;
}

int __fpclassifyf(float x) {
  double size = sizeOf(x);
  return isNan(x) ? 0 : !isFinite(x) ? 1 : size == 0 ? 2 : size < 0x1p-126 ? 3 : 4;
}

int __isnan(double x) { return isNan(x); }
int __isnanf(float x) { return isNan(x); }
int __isinf(double x) { return isNan(x) || isFinite(x) ? 0 : bitsOf(x) >> 63 ? -1 : 1; }
int __isinff(float x) { return __isinf(x); }
int __finite(double x) { return isFinite(x); }
int __finitef(float x) { return isFinite(x); }
int __signbit(double x) { return (int)(bitsOf(x) >> 63); }
int __signbitf(float x) { return (int)(bitsOf(x) >> 63); }

double nan(const char *kind) { return valueOf(INFINITE | 1ull << 51); }
float nanf(const char *kind) { return nan(kind); }

double frexp(double x, int *exponent) {
  *exponent = 0;
  if (x == 0 || !isFinite(x)) return x;
  int scaled = 0;
  if (exponentOf(bitsOf(x)) == 0) {
    x *= 0x1p54;
    scaled = -54;
  }
  word bits = bitsOf(x);
  *exponent = exponentOf(bits) - 1022 + scaled;
  return valueOf((bits & ~INFINITE) | 1022ull << 52);
}

float frexpf(float x, int *exponent) { return frexp(x, exponent); }

// In two steps that are exact, so that only one rounds.
double scalbn(double x, int n) {
  if (x == 0 || !isFinite(x)) return x;
  int exponent;
  double part = frexp(x, &exponent);
  if (n > 5000) n = 5000;
  if (n < -5000) n = -5000;
  exponent += n;
  if (exponent > 1024) {
    *__errno_location() = ERANGE;
    return valueOf(INFINITE | (bitsOf(x) & SIGN));
  }
  if (exponent > -1022) return valueOf((bitsOf(part) & ~INFINITE) | (word)(exponent + 1022) << 52);
  if (exponent < -1080) exponent = -1080;
  double result = valueOf((bitsOf(part) & ~INFINITE) | (word)(exponent + 1022 + 100) << 52) * 0x1p-100;
  if (result == 0) *__errno_location() = ERANGE;
  return result;
}

double ldexp(double x, int n) { return scalbn(x, n); }
double scalbln(double x, long n) { return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n); }

double modf(double x, double *whole) {
  *whole = __heddle_trunc(x);
  if (!isFinite(x)) return isNan(x) ? x : copysign(0, x);
  return copysign(x - *whole, x);
}

float modff(float x, float *whole) {
  double part, rest = modf(x, &part);
  *whole = part;
  return rest;
}

int ilogb(double x) {
  int exponent;
  if (x == 0 || isNan(x)) {
    *__errno_location() = EDOM;
    return -LARGEST - 1;
  }
  if (!isFinite(x)) {
    *__errno_location() = EDOM;
    return LARGEST;
  }
  frexp(x, &exponent);
  return exponent - 1;
}

int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
  if (isNan(x)) return x;
  if (x == 0) {
    *__errno_location() = ERANGE;
    return valueOf(INFINITE | SIGN);
  }
  return isFinite(x) ? ilogb(x) : valueOf(INFINITE);
}

float logbf(float x) { return logb(x); }

// Long division by hand: exact.
double fmod(double x, double y) {
  if (isNan(x) || isNan(y)) return x + y;
  if (!isFinite(x) || y == 0) {
    *__errno_location() = EDOM;
    return valueOf(INFINITE | 1ull << 51);
  }
  double rest = sizeOf(x), by = sizeOf(y);
  if (!isFinite(y) || rest < by) return x;
  int high, low;
  word r = bitsOf(frexp(rest, &high)), d = bitsOf(frexp(by, &low));
  r = (r & 0xfffffffffffffull) | 1ull << 52;
  d = (d & 0xfffffffffffffull) | 1ull << 52;
  for (int n = high - low;; n--) {
    if (r >= d) r -= d;
    if (n == 0) break;
    r <<= 1;
  }
  return copysign(scalbn((double)r, low - 53), x);
}

float fmodf(float x, float y) { return fmod(x, y); }

double nextafter(double x, double y) {
  if (isNan(x) || isNan(y)) return x + y;
  if (x == y) return y;
  word bits = bitsOf(x);
  if (x == 0) bits = 1 | (bitsOf(y) & SIGN);
  else if ((x < y) == (x > 0)) bits++;
  else bits--;
  double result = valueOf(bits);
  if (!isFinite(result) || exponentOf(bits) == 0) *__errno_location() = ERANGE;
  return result;
}

// Digit by digit in base 2, rounded to the nearest: there is no tie.
double sqrt(double x) {
  if (x == 0 || isNan(x)) return x;
  if (x < 0) {
    *__errno_location() = EDOM;
    return valueOf(INFINITE | 1ull << 51 | SIGN);
  }
  if (!isFinite(x)) return x;
  int exponent;
  word m = (bitsOf(frexp(x, &exponent)) & 0xfffffffffffffull) | 1ull << 52;
  exponent -= 53; // x is m times 2 to this
  if (exponent & 1) m <<= 1, exponent--;
  word root = 0, rest = 0;
  for (int i = 27; i >= -27; i--) { // two bits of m at a time, then zeros: 55 bits of the root
    rest = rest << 2 | (i >= 0 ? m >> 2 * i & 3 : 0);
    word trial = root << 2 | 1;
    root <<= 1;
    if (rest >= trial) rest -= trial, root |= 1;
  }
  int dropped = 0;
  while (root >> (53 + dropped)) dropped++;
  word half = 1ull << (dropped - 1), tail = root & (2 * half - 1);
  root >>= dropped;
  if (tail > half || (tail == half && rest)) root++;
  return scalbn((double)root, exponent / 2 + dropped - 27);
}

float sqrtf(float x) { return (float)sqrt(x); } // twice rounded, which is right from double to float

int fegetround(void) { return 0; }
int fesetround(int mode) { return mode != 0; }
int feclearexcept(int which) { return 0; }
int feraiseexcept(int which) { return 0; }

static int anyExceptions(void) { return (int)__heddle_between(0, 61); }

int fetestexcept(int which) { return anyExceptions() & which; }

int fegetexceptflag(unsigned short *to, int which) {
  *to = anyExceptions();
  return 0;
}

int fesetexceptflag(const unsigned short *from, int which) {
  (void)*(const volatile unsigned short *)from;
  return 0;
}

int fegetenv(void *to) {
  __heddle_any(to, 32);
  return 0;
}

int feholdexcept(void *to) { return fegetenv(to); }
int fesetenv(const void *from) { return 0; }
int feupdateenv(const void *from) { return 0; }

double remquo(double x, double y, int *quotient) {
  __heddle_takes_any("the results of 'remquo' are taken as any numbers");
  *quotient = (int)__heddle_between(-LARGEST - 1l, LARGEST);
  return __VERIFIER_nondet_double();
}
