// <wchar.h>, <wctype.h> and <uchar.h> in the C locale, where every character is one byte.

typedef __SIZE_TYPE__ size_t;
typedef int wide;

enum { EILSEQ = 84, END = -1 };

extern void *malloc(size_t);
extern int *__errno_location(void);
extern long __heddle_between(long, long); // constants
extern void __heddle_any(void *, size_t);
extern void __heddle_input(const char *);
extern void __heddle_leaves_out(const char *);
extern void __heddle_reads_wide(const volatile int *, size_t);
extern long strtol(const char *, char **, int);
extern long long strtoll(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);
extern double strtod(const char *, char **);
extern float strtof(const char *, char **);
extern void __heddle_give_up(const char *);
extern int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int), isprint(int), ispunct(int),
    isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);

size_t wcslen(const wide *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const wide *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

wide *wmemcpy(wide *d, const wide *s, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = s[i];
  return d;
}

wide *wmemmove(wide *d, const wide *s, size_t n) {
  if (d <= s) return wmemcpy(d, s, n);
  while (n > 0) n--, d[n] = s[n];
  return d;
}

wide *wmemset(wide *d, wide c, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = c;
  return d;
}

int wmemcmp(const wide *a, const wide *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

wide *wmemchr(const wide *s, wide c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wide *)(s + i);
  return 0;
}

int wcsncmp(const wide *a, const wide *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    if (!a[i]) return 0;
  }
  return 0;
}

int wcscmp(const wide *a, const wide *b) { return wcsncmp(a, b, (size_t)-1); }
int wcscoll(const wide *a, const wide *b) { return wcscmp(a, b); }
wide *wcscpy(wide *d, const wide *s) { return wmemcpy(d, s, wcslen(s) + 1); }

wide *wcsncpy(wide *d, const wide *s, size_t n) {
  size_t length = wcsnlen(s, n);
  wmemcpy(d, s, length);
  wmemset(d + length, 0, n - length);
  return d;
}

wide *wcscat(wide *d, const wide *s) {
  wcscpy(d + wcslen(d), s);
  return d;
}

wide *wcsncat(wide *d, const wide *s, size_t n) {
  wide *end = d + wcslen(d);
  size_t length = wcsnlen(s, n);
  wmemcpy(end, s, length);
  end[length] = 0;
  return d;
}

size_t wcsxfrm(wide *d, const wide *s, size_t n) {
  size_t length = wcslen(s);
  for (size_t i = 0; i < n && i <= length; i++) d[i] = s[i];
  return length;
}

wide *wcschr(const wide *s, wide c) { return wmemchr(s, c, wcslen(s) + 1); }

wide *wcsrchr(const wide *s, wide c) {
  for (size_t n = wcslen(s) + 1; n > 0; n--)
    if (s[n - 1] == c) return (wide *)(s + n - 1);
  return 0;
}

size_t wcsspn(const wide *s, const wide *set) {
  size_t n = 0;
  while (s[n] && wcschr(set, s[n])) n++;
  return n;
}

size_t wcscspn(const wide *s, const wide *set) {
  size_t n = 0;
  while (s[n] && !wcschr(set, s[n])) n++;
  return n;
}

wide *wcspbrk(const wide *s, const wide *set) {
  s += wcscspn(s, set);
  return *s ? (wide *)s : 0;
}

wide *wcsstr(const wide *s, const wide *t) {
  size_t n = wcslen(t);
  for (;; s++) {
    if (wcsncmp(s, t, n) == 0) return (wide *)s;
    if (!*s) return 0;
  }
}

wide *wcstok(wide *s, const wide *set, wide **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += wcsspn(s, set);
  if (!*s) {
    *rest = 0;
    return 0;
  }
  wide *end = s + wcscspn(s, set);
  *rest = *end ? end + 1 : 0;
  *end = 0;
  return s;
}

wide *wcsdup(const wide *s) {
  wide *d = malloc((wcslen(s) + 1) * sizeof(wide));
  return d ? wcscpy(d, s) : 0;
}

wide btowc(int c) { return c >= 0 && c < 128 ? c : END; }
int wctob(wide c) { return c >= 0 && c < 128 ? c : END; }
int mbsinit(const void *state) { return 1; }

int mblen(const char *s, size_t n) {
  if (!s) return 0;
  if (n == 0) return -1;
  if (*s >= 0) return *s != 0;
  *__errno_location() = EILSEQ;
  return -1;
}

int mbtowc(wide *to, const char *s, size_t n) {
  int length = mblen(s, n);
  if (s && length >= 0 && to) *to = *s;
  return length;
}

size_t mbrtowc(wide *to, const char *s, size_t n, void *state) {
  if (!s) return 0;
  if (n == 0) return (size_t)-2;
  return (size_t)(long)mbtowc(to, s, n);
}

size_t mbrlen(const char *s, size_t n, void *state) { return mbrtowc(0, s, n, state); }

int wctomb(char *to, wide c) {
  if (!to) return 0;
  if (c >= 0 && c < 128) {
    *to = c;
    return 1;
  }
  *__errno_location() = EILSEQ;
  return -1;
}

size_t wcrtomb(char *to, wide c, void *state) { return to ? (size_t)(long)wctomb(to, c) : 1; }

size_t mbstowcs(wide *to, const char *s, size_t n) {
  size_t i = 0;
  for (; (!to || i < n); i++) {
    if (s[i] < 0) {
      *__errno_location() = EILSEQ;
      return (size_t)-1;
    }
    if (to) to[i] = s[i];
    if (!s[i]) break;
  }
  return i;
}

size_t wcstombs(char *to, const wide *s, size_t n) {
  size_t i = 0;
  for (; (!to || i < n); i++) {
    if (s[i] < 0 || s[i] > 127) {
      *__errno_location() = EILSEQ;
      return (size_t)-1;
    }
    if (to) to[i] = s[i];
    if (!s[i]) break;
  }
  return i;
}

static int isByte(int c) { return c >= 0 && c < 128; }

int iswalnum(unsigned c) { return isByte(c) && isalnum(c); }
int iswalpha(unsigned c) { return isByte(c) && isalpha(c); }
int iswblank(unsigned c) { return isByte(c) && isblank(c); }
int iswcntrl(unsigned c) { return isByte(c) && iscntrl(c); }
int iswdigit(unsigned c) { return isByte(c) && isdigit(c); }
int iswgraph(unsigned c) { return isByte(c) && isgraph(c); }
int iswlower(unsigned c) { return isByte(c) && islower(c); }
int iswprint(unsigned c) { return isByte(c) && isprint(c); }
int iswpunct(unsigned c) { return isByte(c) && ispunct(c); }
int iswspace(unsigned c) { return isByte(c) && isspace(c); }
int iswupper(unsigned c) { return isByte(c) && isupper(c); }
int iswxdigit(unsigned c) { return isByte(c) && isxdigit(c); }
unsigned towlower(unsigned c) { return isByte(c) ? (unsigned)tolower(c) : c; }
unsigned towupper(unsigned c) { return isByte(c) ? (unsigned)toupper(c) : c; }

// Kinds of characters are numbered as their names are listed.
static const char *const kinds[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};

static int isSame(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

unsigned long wctype(const char *name) {
  for (int i = 0; i < 12; i++)
    if (isSame(name, kinds[i])) return i + 1;
  return 0;
}

int iswctype(unsigned c, unsigned long kind) {
  switch (kind) {
  case 1: return iswalnum(c);
  case 2: return iswalpha(c);
  case 3: return iswblank(c);
  case 4: return iswcntrl(c);
  case 5: return iswdigit(c);
  case 6: return iswgraph(c);
  case 7: return iswlower(c);
  case 8: return iswprint(c);
  case 9: return iswpunct(c);
  case 10: return iswspace(c);
  case 11: return iswupper(c);
  case 12: return iswxdigit(c);
  }
  return 0;
}

const int *wctrans(const char *name) {
  static const int kind[2] = {0, 1};
  return isSame(name, "tolower") ? &kind[0] : isSame(name, "toupper") ? &kind[1] : 0;
}

unsigned towctrans(unsigned c, const int *how) { return *how ? towupper(c) : towlower(c); }

// Numbers consist of characters of one byte each; what they are followed by does not matter.
enum { LONGEST = 63 };

static void narrowed(char *to, const wide *s) {
  size_t n = 0;
  for (; s[n] > 0 && s[n] < 128; n++) {
    if (n == LONGEST) __heddle_give_up("paths end where a number is read from a wide text of more than 63 characters");
    to[n] = s[n];
  }
  to[n] = 0;
}

long wcstol(const wide *s, wide **end, int base) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  long v = strtol(text, &last, base);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

long long wcstoll(const wide *s, wide **end, int base) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  long long v = strtoll(text, &last, base);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

unsigned long wcstoul(const wide *s, wide **end, int base) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  unsigned long v = strtoul(text, &last, base);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

unsigned long long wcstoull(const wide *s, wide **end, int base) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  unsigned long long v = strtoull(text, &last, base);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

long long wcstoimax(const wide *s, wide **end, int base) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  long long v = strtoll(text, &last, base);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

unsigned long long wcstoumax(const wide *s, wide **end, int base) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  unsigned long long v = strtoull(text, &last, base);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

double wcstod(const wide *s, wide **end) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  double v = strtod(text, &last);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

float wcstof(const wide *s, wide **end) {
  char text[LONGEST + 1], *last;
  narrowed(text, s);
  float v = strtof(text, &last);
  if (end) *end = (wide *)s + (last - text);
  return v;
}

size_t mbsrtowcs(wide *to, const char **s, size_t n, void *state) {
  size_t length = mbstowcs(to, *s, n);
  if (to && length != (size_t)-1) *s = length < n ? 0 : *s + length;
  return length;
}

size_t wcsrtombs(char *to, const wide **s, size_t n, void *state) {
  size_t length = wcstombs(to, *s, n);
  if (to && length != (size_t)-1) *s = length < n ? 0 : *s + length;
  return length;
}

size_t c32rtomb(char *to, unsigned c, void *state) { return wcrtomb(to, (wide)c, state); }
size_t c16rtomb(char *to, unsigned short c, void *state) { return wcrtomb(to, c, state); }
size_t mbrtoc32(unsigned *to, const char *s, size_t n, void *state) { return mbrtowc((wide *)to, s, n, state); }

size_t mbrtoc16(unsigned short *to, const char *s, size_t n, void *state) {
  wide c = 0;
  size_t length = mbrtowc(&c, s, n, state);
  if (s && to && (long)length >= 0) *to = c;
  return length;
}

// Streams of wide characters.
static wide anyWide(void) { return __heddle_between(0, 1) ? END : (wide)__heddle_between(0, 0x7fffffff); }

wide fgetwc(void *file) {
  __heddle_input("fgetwc");
  return anyWide();
}

wide getwc(void *file) { return fgetwc(file); }
wide getwchar(void) { return fgetwc(0); }
wide fputwc(wide c, void *file) { return __heddle_between(0, 1) ? END : c; }
wide putwc(wide c, void *file) { return fputwc(c, file); }
wide putwchar(wide c) { return fputwc(c, 0); }
wide ungetwc(wide c, void *file) { return fputwc(c, file); }
int fwide(void *file, int mode) { return mode < 0 ? -1 : mode > 0 ? 1 : (int)__heddle_between(-1, 1); }

wide *fgetws(wide *to, int room, void *file) {
  __heddle_input("fgetws");
  if (room < 1 || __heddle_between(0, 1)) return 0;
  __heddle_any(to, room * sizeof(wide));
  to[room - 1] = 0;
  return to;
}

int fputws(const wide *s, void *file) {
  __heddle_reads_wide(s, (size_t)-1);
  return (int)__heddle_between(-1, 0x7fffffff);
}

static int prints(const wide *f) {
  __heddle_reads_wide(f, (size_t)-1);
  __heddle_leaves_out("what functions like 'wprintf' read by their arguments is left out");
  return (int)__heddle_between(-1, 0x7fffffff);
}

int wprintf(const wide *f, ...) { return prints(f); }
int fwprintf(void *file, const wide *f, ...) { return prints(f); }
int vwprintf(const wide *f, __builtin_va_list list) { return prints(f); }
int vfwprintf(void *file, const wide *f, __builtin_va_list list) { return prints(f); }

int vswprintf(wide *to, size_t n, const wide *f, __builtin_va_list list) {
  prints(f);
  __heddle_any(to, n * sizeof(wide));
  if (n) to[n - 1] = 0;
  int length = (int)__heddle_between(-1, 0x7fffffff);
  return length < 0 || (size_t)length < n ? length : -1;
}

int swprintf(wide *to, size_t n, const wide *f, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, f);
  return vswprintf(to, n, f, list);
}

size_t wcsftime(wide *to, size_t n, const wide *f, const void *date) {
  __heddle_reads_wide(f, (size_t)-1);
  if (n == 0) return 0;
  __heddle_any(to, n * sizeof(wide));
  to[n - 1] = 0;
  size_t length = (size_t)__heddle_between(0, 0x7fffffff);
  return length < n ? length : 0;
}

static int scans(void) {
  __heddle_give_up("paths end at functions like 'wscanf'");
  return END;
}

int wscanf(const wide *f, ...) { return scans(); }
int fwscanf(void *file, const wide *f, ...) { return scans(); }
int swscanf(const wide *s, const wide *f, ...) { return scans(); }
int vwscanf(const wide *f, __builtin_va_list list) { return scans(); }
int vfwscanf(void *file, const wide *f, __builtin_va_list list) { return scans(); }
int vswscanf(const wide *s, const wide *f, __builtin_va_list list) { return scans(); }
