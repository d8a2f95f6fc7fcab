// Parts of <stdlib.h>, <ctype.h> and errno.

typedef __SIZE_TYPE__ size_t;

enum { EINVAL = 22, ERANGE = 34 };

static _Thread_local int __heddle_errno;
int *__errno_location(void) { return &__heddle_errno; }

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int isalnum(int c) { return isdigit(c) || isalpha(c); }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isprint(int c) { return c >= ' ' && c <= '~'; }
int isgraph(int c) { return c > ' ' && c <= '~'; }
int isblank(int c) { return c == ' ' || c == '\t'; }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return c >= 0 && c <= 127; }
int toupper(int c) { return islower(c) ? c - 32 : c; }
int tolower(int c) { return isupper(c) ? c + 32 : c; }

static int digit(int c) { return isdigit(c) ? c - '0' : isalpha(c) ? tolower(c) - 'a' + 10 : 99; }

struct number {
  unsigned long long size;
  int negative, overflows;
};

static struct number readNumber(const char *s, char **end, int base) {
  struct number n = {0, 0, 0};
  const char *p = s;
  if (end) *end = (char *)s;
  if (base < 0 || base == 1 || base > 36) {
    __heddle_errno = EINVAL;
    return n;
  }
  while (isspace((unsigned char)*p)) p++;
  n.negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && isxdigit((unsigned char)p[2])) p += 2, base = 16;
  if (base == 0) base = *p == '0' ? 8 : 10;
  const char *first = p;
  for (; digit((unsigned char)*p) < base; p++) {
    unsigned d = digit((unsigned char)*p);
    if (n.size > (~0ull - d) / base) n.overflows = 1;
    n.size = n.size * base + d;
  }
  if (end && p != first) *end = (char *)p;
  return n;
}

static long long withSign(struct number n, long long least, long long greatest) {
  if (n.overflows || n.size > (unsigned long long)greatest + (n.negative ? 1 : 0)) {
    __heddle_errno = ERANGE;
    return n.negative ? least : greatest;
  }
  return n.negative ? (long long)(0 - n.size) : (long long)n.size;
}

static unsigned long long withoutSign(struct number n, unsigned long long greatest) {
  if (n.overflows || n.size > greatest) {
    __heddle_errno = ERANGE;
    return greatest;
  }
  return n.negative ? 0 - n.size : n.size;
}

#define GREATEST(unsigned_type) ((unsigned_type)~(unsigned_type)0 >> 1)

long strtol(const char *s, char **end, int base) { return withSign(readNumber(s, end, base), -(long)GREATEST(unsigned long) - 1, GREATEST(unsigned long)); }
long long strtoll(const char *s, char **end, int base) { return withSign(readNumber(s, end, base), -(long long)GREATEST(unsigned long long) - 1, GREATEST(unsigned long long)); }
long long strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long strtoul(const char *s, char **end, int base) { return withoutSign(readNumber(s, end, base), ~0ul); }
unsigned long long strtoull(const char *s, char **end, int base) { return withoutSign(readNumber(s, end, base), ~0ull); }
unsigned long long strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }
int atoi(const char *s) { return strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }
long long imaxabs(long long x) { return x < 0 ? -x : x; }

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void __heddle_takes_any(const char *);

static int startsWith(const char *s, const char *word) {
  while (*word && tolower((unsigned char)*s) == *word) s++, word++;
  return !*word;
}

// Exact if the digits are a number below 2^53 and the power of ten is exact, too.
double strtod(const char *s, char **end) {
  const char *p = s;
  unsigned long long number = 0;
  int exponent = 0, isExact = 1, any = 0, negative, power = 0;
  while (isspace((unsigned char)*p)) p++;
  negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if (end) *end = (char *)s;
  if (startsWith(p, "inf")) {
    if (end) *end = (char *)p + (startsWith(p, "infinity") ? 8 : 3);
    return negative ? -__builtin_inf() : __builtin_inf();
  }
  if (startsWith(p, "nan")) {
    if (end) *end = (char *)p + 3;
    return negative ? -__builtin_nan("") : __builtin_nan("");
  }
  int isHex = p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && (isxdigit((unsigned char)p[2]) || p[2] == '.'), base = isHex ? 16 : 10, behind = 0;
  if (isHex) p += 2, isExact = 0;
  for (; digit((unsigned char)*p) < base || (*p == '.' && !behind); p++) {
    if (*p == '.') {
      behind = 1;
      continue;
    }
    any = 1;
    if (number >> 53) isExact = 0;
    else number = number * base + digit((unsigned char)*p);
    exponent -= behind;
  }
  if (!any) return 0;
  if (tolower((unsigned char)*p) == (isHex ? 'p' : 'e')) {
    const char *q = p + 1;
    int down = *q == '-';
    if (*q == '-' || *q == '+') q++;
    if (isdigit((unsigned char)*q)) {
      for (; isdigit((unsigned char)*q); q++)
        if (power < 10000) power = power * 10 + (*q - '0');
      p = q;
      exponent += down ? -power : power;
    }
  }
  if (end) *end = (char *)p;
  if (number == 0 && isExact) return negative ? -0.0 : 0.0;
  if (number >> 53 || !isExact || exponent > 22 || exponent < -22) {
    __heddle_takes_any("the value of a text with many digits, or a large exponent, is taken as any number");
    return __VERIFIER_nondet_double();
  }
  double ten = 1, value = number;
  for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--) ten *= 10;
  value = exponent < 0 ? value / ten : value * ten;
  return negative ? -value : value;
}

// Rounded twice, which is right unless a double is in the middle between two floats.
float strtof(const char *s, char **end) {
  union {
    double value;
    unsigned long long bits;
  } v = {strtod(s, end)};
  if ((v.bits & 0x1fffffff) != 0x10000000 && (v.bits << 1 == 0 || (v.bits >> 52 & 2047) > 897)) return v.value;
  __heddle_takes_any("the value of a text that is hardly a float is taken as any number");
  return __VERIFIER_nondet_float();
}

double atof(const char *s) { return strtod(s, 0); }

typedef struct {
  int quotient, rest;
} division;

typedef struct {
  long quotient, rest;
} longDivision;

typedef struct {
  long long quotient, rest;
} longLongDivision;

division div(int a, int b) { return (division){a / b, a % b}; }
longDivision ldiv(long a, long b) { return (longDivision){a / b, a % b}; }
longLongDivision lldiv(long long a, long long b) { return (longLongDivision){a / b, a % b}; }
longLongDivision imaxdiv(long long a, long long b) { return (longLongDivision){a / b, a % b}; }

static void swapBytes(char *a, char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *b = base;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && compare(b + (j - 1) * size, b + j * size) > 0; j--) swapBytes(b + (j - 1) * size, b + j * size, size);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    const char *p = (const char *)base + mid * size;
    int c = compare(key, p);
    if (c == 0) return (void *)p;
    if (c < 0)
      hi = mid;
    else
      lo = mid + 1;
  }
  return 0;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 0; i < *n; i++)
    if (compare(key, (const char *)base + i * size) == 0) return (char *)base + i * size;
  return 0;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, n, size, compare);
  if (found) return found;
  char *to = (char *)base + *n * size;
  for (size_t i = 0; i < size; i++) to[i] = ((const char *)key)[i];
  ++*n;
  return to;
}

extern void *malloc(size_t);

int posix_memalign(void **p, size_t alignment, size_t n) {
  void *q = malloc(n);
  if (!q) return 12;
  *p = q;
  return 0;
}
