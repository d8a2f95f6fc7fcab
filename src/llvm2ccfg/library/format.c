// sprintf and its family: the text is made as C says. That of a long double, and the hexadecimal one of a double, is not
// followed: there the path is given up.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

extern void __heddle_give_up(const char *);
extern void *malloc(size_t);

struct out {
  char *to;
  size_t room; // characters that fit, the final zero not counted
  int length;
};

struct spec {
  int left, plus, space, other, zero, width, precision, size, isLong; // isLong: long double; size: -2 char, -1 short, 0 int, 1 long, 2 long long
};

static void put(struct out *o, char c) {
  if ((size_t)o->length < o->room) o->to[o->length] = c;
  o->length++;
}

static void pad(struct out *o, char c, int n) {
  for (int i = 0; i < n; i++) put(o, c);
}

static void putText(struct out *o, const struct spec *s, const char *text) {
  if (!text) text = "(null)";
  int n = 0;
  while ((s->precision < 0 || n < s->precision) && text[n]) n++;
  if (!s->left) pad(o, ' ', s->width - n);
  for (int i = 0; i < n; i++) put(o, text[i]);
  if (s->left) pad(o, ' ', s->width - n);
}

static void putNumber(struct out *o, const struct spec *s, unsigned long long v, int base, const char *digits,
                      const char *prefix) {
  char text[24];
  int n = 0, sign = 0;
  for (; v; v /= base) text[n++] = digits[v % base];
  int zeros = s->precision < 0 ? 1 - n : s->precision - n;
  if (base == 8 && s->other && zeros <= 0 && (n == 0 || text[n - 1] != '0')) zeros = 1;
  while (prefix[sign]) sign++;
  if (zeros < 0) zeros = 0;
  int blanks = s->width - n - sign - zeros;
  if (s->zero && !s->left && s->precision < 0 && blanks > 0) {
    zeros += blanks;
    blanks = 0;
  }
  if (!s->left) pad(o, ' ', blanks);
  for (int i = 0; i < sign; i++) put(o, prefix[i]);
  pad(o, '0', zeros);
  while (n > 0) put(o, text[--n]);
  if (s->left) pad(o, ' ', blanks);
}

static const char *number(const char *f, int *n, va_list list) {
  *n = 0;
  if (*f == '*') {
    *n = __builtin_va_arg(list, int);
    return f + 1;
  }
  while (*f >= '0' && *f <= '9') *n = *n * 10 + (*f++ - '0');
  return f;
}

static const char *readSpec(const char *f, struct spec *s, va_list list) {
  s->left = s->plus = s->space = s->other = s->zero = s->size = s->isLong = 0;
  s->precision = -1;
  for (;; f++) {
    if (*f == '-')
      s->left = 1;
    else if (*f == '+')
      s->plus = 1;
    else if (*f == ' ')
      s->space = 1;
    else if (*f == '#')
      s->other = 1;
    else if (*f == '0')
      s->zero = 1;
    else
      break;
  }
  f = number(f, &s->width, list);
  if (s->width < 0) {
    s->left = 1;
    s->width = -s->width;
  }
  if (*f == '.') f = number(f + 1, &s->precision, list);
  for (;; f++) {
    if (*f == 'h')
      s->size--;
    else if (*f == 'l')
      s->size++;
    else if (*f == 'z' || *f == 't')
      s->size = 1;
    else if (*f == 'j' || *f == 'q')
      s->size = 2;
    else if (*f == 'L')
      s->isLong = 1;
    else
      return f;
  }
}

static void putSigned(struct out *o, const struct spec *s, va_list list) {
  long long v = s->size == 2 ? __builtin_va_arg(list, long long) : s->size == 1 ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
  if (s->size == -1) v = (short)v;
  if (s->size <= -2) v = (signed char)v;
  putNumber(o, s, v < 0 ? -(unsigned long long)v : v, 10, "0123456789", v < 0 ? "-" : s->plus ? "+" : s->space ? " " : "");
}

static void putUnsigned(struct out *o, const struct spec *s, char kind, va_list list) {
  unsigned long long v = s->size == 2   ? __builtin_va_arg(list, unsigned long long)
                         : s->size == 1 ? __builtin_va_arg(list, unsigned long)
                                        : __builtin_va_arg(list, unsigned);
  if (s->size == -1) v = (unsigned short)v;
  if (s->size <= -2) v = (unsigned char)v;
  if (kind == 'X')
    putNumber(o, s, v, 16, "0123456789ABCDEF", s->other && v ? "0X" : "");
  else if (kind == 'x')
    putNumber(o, s, v, 16, "0123456789abcdef", s->other && v ? "0x" : "");
  else
    putNumber(o, s, v, kind == 'o' ? 8 : 10, "0123456789", "");
}

static void putPointer(struct out *o, struct spec *s, va_list list) {
  void *p = __builtin_va_arg(list, void *);
  if (p)
    putNumber(o, s, (__UINTPTR_TYPE__)p, 16, "0123456789abcdef", "0x");
  else
    putText(o, s, "(nil)");
}

// A double in decimal, without rounding: its digits, nine to a word, before and behind the point.
enum { BILLION = 1000000000, POINT = 40, WORDS = 170 };

struct decimal {
  unsigned words[WORDS];
  int first, last; // those that are used
};

static void scaleUp(struct decimal *d, int bits) {
  for (; bits > 0; bits -= 29) {
    unsigned long long carry = 0;
    for (int i = d->last; i >= d->first; i--) {
      carry += (unsigned long long)d->words[i] << (bits < 29 ? bits : 29);
      d->words[i] = carry % BILLION;
      carry /= BILLION;
    }
    if (carry) d->words[--d->first] = carry;
  }
}

static void scaleDown(struct decimal *d, int bits) {
  for (; bits > 0; bits -= 9) {
    int by = bits < 9 ? bits : 9;
    unsigned rest = 0;
    for (int i = d->first; i <= d->last; i++) {
      unsigned w = d->words[i];
      d->words[i] = (w >> by) + rest;
      rest = (w & ((1u << by) - 1)) * (unsigned)(BILLION >> by);
    }
    if (rest) d->words[++d->last] = rest;
    while (d->first < d->last && !d->words[d->first]) d->first++;
  }
}

// The digit of 10 to this power.
static int digitAt(const struct decimal *d, int power) {
  int word = power >= 0 ? POINT - power / 9 : POINT + (8 - power) / 9, inWord = power >= 0 ? power % 9 : (9 - -power % 9) % 9;
  if (word < d->first || word > d->last) return 0;
  unsigned w = d->words[word];
  for (int i = 0; i < inWord; i++) w /= 10;
  return w % 10;
}

static int highestPower(const struct decimal *d) {
  for (int power = (POINT - d->first) * 9 + 8; power >= -9 * (d->last - POINT); power--)
    if (digitAt(d, power)) return power;
  return 0;
}

// Rounds to a multiple of 10 to this power, halves to the even digit.
static void roundAt(struct decimal *d, int power) {
  int next = digitAt(d, power - 1), more = 0;
  for (int p = power - 2; !more && p >= -9 * (d->last - POINT + 1); p--) more = digitAt(d, p);
  int up = next > 5 || (next == 5 && (more || digitAt(d, power) % 2));
  int word = power >= 0 ? POINT - power / 9 : POINT + (8 - power) / 9, inWord = power >= 0 ? power % 9 : (9 - -power % 9) % 9;
  if (word > d->last) return; // nothing behind it
  while (d->first > word) d->words[--d->first] = 0;
  unsigned unit = 1;
  for (int i = 0; i < inWord; i++) unit *= 10;
  d->words[word] -= d->words[word] % unit;
  d->last = word < POINT ? POINT : word;
  for (int i = word + 1; i <= d->last; i++) d->words[i] = 0;
  if (!up) return;
  unsigned long long sum = (unsigned long long)d->words[word] + unit;
  while (sum >= BILLION) {
    d->words[word] = sum - BILLION;
    if (--word < d->first) d->words[d->first = word] = 0;
    sum = d->words[word] + 1ull;
  }
  d->words[word] = sum;
}

static void toDecimal(struct decimal *d, unsigned long long mantissa, int exponent) {
  d->first = d->last = POINT;
  d->words[POINT] = mantissa % BILLION;
  if (mantissa / BILLION) d->words[d->first = POINT - 1] = mantissa / BILLION % BILLION;
  if (exponent >= 0) scaleUp(d, exponent);
  else scaleDown(d, -exponent);
  while (d->first > POINT) d->words[--d->first] = 0;
}

// Of the number behind the sign: what is written to `o`, or only counted where that is null.
static int putDigits(struct out *o, const struct decimal *d, int top, int last, int point) {
  int n = 0;
  for (int p = top; p >= last; p--) {
    if (o) put(o, '0' + digitAt(d, p));
    n++;
    if (p == point && (p > last)) {
      if (o) put(o, '.');
      n++;
    }
  }
  return n;
}

static void putFraction(struct out *o, struct spec *s, char kind, double x) {
  union {
    double value;
    unsigned long long bits;
  } in = {x};
  int exponent = (int)(in.bits >> 52 & 2047), isUpper = kind < 'a';
  unsigned long long mantissa = in.bits & ((1ull << 52) - 1);
  const char *sign = in.bits >> 63 ? "-" : s->plus ? "+" : s->space ? " " : "";
  char lower = isUpper ? kind + 32 : kind;
  struct decimal d;
  int top = 0, digits = s->precision < 0 ? 6 : s->precision, power = 0, last = 0, n, scientific = 0;
  const char *word = exponent == 2047 ? mantissa ? isUpper ? "NAN" : "nan" : isUpper ? "INF" : "inf" : 0;
  if (!word) {
    toDecimal(&d, exponent ? mantissa | 1ull << 52 : mantissa, (exponent ? exponent : 1) - 1075);
    if (lower == 'g' && digits == 0) digits = 1;
    power = highestPower(&d);
    if (lower == 'f') {
      last = -digits;
      roundAt(&d, last);
    } else {
      last = power - digits + (lower == 'g');
      roundAt(&d, last);
      power = highestPower(&d);
      last = power - digits + (lower == 'g');
    }
    scientific = lower == 'e' || (lower == 'g' && (power < -4 || power >= digits));
    if (lower == 'g' && !s->other)
      while (last < (scientific ? power : 0) && !digitAt(&d, last)) last++;
    power = mantissa || exponent ? power : 0;
    top = scientific ? power : highestPower(&d) > 0 ? highestPower(&d) : 0;
    if (!scientific && last > 0) last = 0;
  }
  int point = scientific ? power : 0, size = power < 0 ? -power : power, three = size > 99;
  n = word ? 3 : putDigits(0, &d, top, last, point) + (scientific ? 4 + three : 0) + (s->other && point == last);
  n += *sign != 0;
  int zeros = s->zero && !s->left && !word;
  if (!s->left && !zeros) pad(o, ' ', s->width - n);
  if (*sign) put(o, *sign);
  if (zeros) pad(o, '0', s->width - n);
  if (word) {
    for (int i = 0; i < 3; i++) put(o, word[i]);
  } else {
    putDigits(o, &d, top, last, point);
    if (s->other && point == last) put(o, '.');
  }
  if (scientific) {
    put(o, isUpper ? 'E' : 'e');
    put(o, power < 0 ? '-' : '+');
    if (three) put(o, '0' + size / 100);
    put(o, '0' + size / 10 % 10);
    put(o, '0' + size % 10);
  }
  if (s->left) pad(o, ' ', s->width - n);
}

// false: nothing is known of what follows.
static int putOne(struct out *o, struct spec *s, char kind, va_list list) {
  char text[2] = {0, 0};
  if (kind == 'd' || kind == 'i') {
    putSigned(o, s, list);
  } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
    putUnsigned(o, s, kind, list);
  } else if (kind == 'p') {
    putPointer(o, s, list);
  } else if (kind == 's' && s->size == 0) {
    putText(o, s, __builtin_va_arg(list, const char *));
  } else if (kind == 'c' && s->size == 0) {
    text[0] = __builtin_va_arg(list, int);
    if (!s->left) pad(o, ' ', s->width - 1);
    put(o, text[0]);
    if (s->left) pad(o, ' ', s->width - 1);
  } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G') {
    if (s->isLong) return 0;
    putFraction(o, s, kind, __builtin_va_arg(list, double));
  } else if (kind == 'n' && s->size == 0) {
    *__builtin_va_arg(list, int *) = o->length;
  } else if (kind == '%') {
    put(o, '%');
  } else {
    return 0;
  }
  return 1;
}

int vsnprintf(char *to, size_t size, const char *f, va_list list) {
  struct out o = {to, size ? size - 1 : 0, 0};
  struct spec s;
  for (; *f; f++) {
    if (*f != '%') {
      put(&o, *f);
      continue;
    }
    f = readSpec(f + 1, &s, list);
    if (!putOne(&o, &s, *f, list)) {
      __heddle_give_up("paths end where a long double, or a double in hexadecimal, is written as text");
      break;
    }
  }
  if (size) to[(size_t)o.length < o.room ? (size_t)o.length : o.room] = 0;
  return o.length;
}

int vsprintf(char *to, const char *f, va_list list) { return vsnprintf(to, 0x7fffffff, f, list); }

int snprintf(char *to, size_t size, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  int n = vsnprintf(to, size, f, list);
  __builtin_va_end(list);
  return n;
}

int sprintf(char *to, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  int n = vsnprintf(to, 0x7fffffff, f, list);
  __builtin_va_end(list);
  return n;
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *f, va_list list) { return vsnprintf(to, size, f, list); }

int vasprintf(char **to, const char *f, va_list list) {
  va_list again;
  __builtin_va_copy(again, list);
  int n = vsnprintf(0, 0, f, again);
  __builtin_va_end(again);
  *to = malloc(n + 1);
  return *to ? vsnprintf(*to, n + 1, f, list) : -1;
}

int asprintf(char **to, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  int n = vasprintf(to, f, list);
  __builtin_va_end(list);
  return n;
}
