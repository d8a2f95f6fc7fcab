// Parts of <stdlib.h>, <ctype.h> and errno.

typedef __SIZE_TYPE__ size_t;

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

long long strtoll(const char *s, char **end, int base) {
  const char *p = s;
  while (isspace(*p)) p++;
  int negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) p += 2, base = 16;
  if (base == 0) base = *p == '0' ? 8 : 10;
  long long v = 0;
  const char *first = p;
  while (digit(*p) < base) v = v * base + digit(*p++);
  if (end) *end = (char *)(p == first ? s : p);
  return negative ? -v : v;
}

long strtol(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long strtoul(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return strtoll(s, end, base); }
int atoi(const char *s) { return strtoll(s, 0, 10); }
long atol(const char *s) { return strtoll(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

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

extern void *malloc(size_t);

int posix_memalign(void **p, size_t alignment, size_t n) {
  void *q = malloc(n);
  if (!q) return 12;
  *p = q;
  return 0;
}
