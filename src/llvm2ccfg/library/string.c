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
