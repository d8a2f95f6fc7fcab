// <string.h> and <strings.h>, byte by byte. The __heddle_ functions serve copies that the compiler makes.

typedef __SIZE_TYPE__ size_t;

void __heddle_memcpy(char *d, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = s[i];
}

void __heddle_memmove(char *d, const char *s, size_t n) {
  if (d < s)
    for (size_t i = 0; i < n; i++) d[i] = s[i];
  else
    for (size_t i = n; i > 0; i--) d[i - 1] = s[i - 1];
}

void __heddle_memset(char *d, char c, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = c;
}

void bzero(void *d, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)d)[i] = 0;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n]) n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  unsigned char x = a[i], y = b[i];
  return x == y ? 0 : x < y ? -1 : 1;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y) return x < y ? -1 : 1;
    if (!x) return 0;
  }
  return 0;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (!x) return 0;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1); }

char *strcpy(char *d, const char *s) {
  size_t i = 0;
  do d[i] = s[i];
  while (s[i++]);
  return d;
}

char *stpcpy(char *d, const char *s) {
  while ((*d = *s)) d++, s++;
  return d;
}

char *strncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}

char *strcat(char *d, const char *s) {
  strcpy(d + strlen(d), s);
  return d;
}

char *strncat(char *d, const char *s, size_t n) {
  char *e = d + strlen(d);
  size_t i = 0;
  for (; i < n && s[i]; i++) e[i] = s[i];
  e[i] = 0;
  return d;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (!*s) return 0;
  }
}

char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) last = s;
    if (!*s) return (char *)last;
  }
}

char *strstr(const char *s, const char *t) {
  size_t n = strlen(t);
  for (;; s++) {
    if (strncmp(s, t, n) == 0) return (char *)s;
    if (!*s) return 0;
  }
}

extern void *malloc(size_t);

char *strdup(const char *s) {
  char *d = malloc(strlen(s) + 1);
  return d ? strcpy(d, s) : 0;
}

char *strndup(const char *s, size_t n) {
  size_t length = strnlen(s, n);
  char *d = malloc(length + 1);
  if (!d) return 0;
  for (size_t i = 0; i < length; i++) d[i] = s[i];
  d[length] = 0;
  return d;
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && strchr(set, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !strchr(set, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}

char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  if (!s) return 0;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char *__strtok_r(char *s, const char *set, char **rest) { return strtok_r(s, set, rest); }

static char *rest_of_strtok; // all threads share it

char *strtok(char *s, const char *set) { return strtok_r(s, set, &rest_of_strtok); }

char *strsep(char **s, const char *set) {
  char *first = *s;
  if (!first) return 0;
  char *end = first + strcspn(first, set);
  *s = *end ? end + 1 : 0;
  *end = 0;
  return first;
}

// The order of the C locale.
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *d, const char *s, size_t n) {
  size_t length = strlen(s);
  for (size_t i = 0; i < n && i <= length; i++) d[i] = s[i];
  return length;
}

void *memccpy(void *d, const void *s, int c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    ((char *)d)[i] = ((const char *)s)[i];
    if (((const unsigned char *)s)[i] == (unsigned char)c) return (char *)d + i + 1;
  }
  return 0;
}

void *mempcpy(void *d, const void *s, size_t n) {
  __heddle_memcpy(d, s, n);
  return (char *)d + n;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n > 0)
    if (p[--n] == (unsigned char)c) return (void *)(p + n);
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *memmem(const void *s, size_t n, const void *t, size_t m) {
  for (size_t i = 0; i + m <= n; i++)
    if (memcmp((const char *)s + i, t, m) == 0) return (char *)s + i;
  return 0;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strcasestr(const char *s, const char *t) {
  size_t n = strlen(t);
  for (;; s++) {
    if (strncasecmp(s, t, n) == 0) return (char *)s;
    if (!*s) return 0;
  }
}

char *stpncpy(char *d, const char *s, size_t n) {
  size_t length = strnlen(s, n);
  strncpy(d, s, n);
  return d + length;
}

size_t strlcpy(char *d, const char *s, size_t n) {
  size_t length = strlen(s);
  if (n == 0) return length;
  size_t i = 0;
  for (; i < length && i + 1 < n; i++) d[i] = s[i];
  d[i] = 0;
  return length;
}

size_t strlcat(char *d, const char *s, size_t n) {
  size_t length = strnlen(d, n);
  return length == n ? n + strlen(s) : length + strlcpy(d + length, s, n - length);
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
void bcopy(const void *s, void *d, size_t n) { __heddle_memmove(d, s, n); }
void explicit_bzero(void *d, size_t n) { bzero(d, n); }

int ffsll(long long x) {
  if (!x) return 0;
  int n = 1;
  while (!(x & 1)) x = (unsigned long long)x >> 1, n++;
  return n;
}

int ffs(int x) { return ffsll((unsigned)x); }
int ffsl(long x) { return ffsll((unsigned long)x); }

void swab(const void *from, void *to, long n) {
  const char *s = from;
  char *d = to;
  for (long i = 0; i + 1 < n; i += 2) {
    char first = s[i];
    d[i] = s[i + 1];
    d[i + 1] = first;
  }
}
