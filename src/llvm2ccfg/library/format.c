// sprintf and its family: the text is made as C says. The text of floating-point numbers is not
// followed: there the path is given up.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

extern void __heddle_give_up(const char *);

struct out {
  char *to;
  size_t room; // characters that fit, the final zero not counted
  int length;
};

struct spec {
  int left, plus, space, other, zero, width, precision, size; // size: -2 char, -1 short, 0 int, 1 long, 2 long long
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
  s->left = s->plus = s->space = s->other = s->zero = s->size = 0;
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
      __heddle_give_up("paths end where a number with a fraction is written as text");
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
