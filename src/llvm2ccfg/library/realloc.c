// realloc must know how large a block is: in programs that use it every block carries its size in front.

typedef __SIZE_TYPE__ size_t;
extern void *__heddle_alloc_hiding(size_t, size_t);
extern void __heddle_free(void *);
extern void __heddle_memcpy(char *, const char *, size_t);
extern void __heddle_memset(char *, char, size_t);

#define HEADER 16

void *malloc(size_t n) {
  char *b = __heddle_alloc_hiding(n + HEADER, HEADER);
  *(size_t *)b = n;
  return b + HEADER;
}

void free(void *p) {
  if (p) __heddle_free((char *)p - HEADER);
}

static int isTooLarge(size_t n, size_t size) { return size && n > (size_t)-1 / size; }

void *calloc(size_t n, size_t size) {
  if (isTooLarge(n, size)) return 0;
  void *p = malloc(n * size);
  __heddle_memset(p, 0, n * size);
  return p;
}

void *realloc(void *p, size_t n) {
  if (!p) return malloc(n);
  size_t old = *(size_t *)((char *)p - HEADER);
  char *q = malloc(n);
  __heddle_memcpy(q, p, old < n ? old : n);
  free(p);
  return q;
}

void *reallocarray(void *p, size_t n, size_t size) {
  return isTooLarge(n, size) ? 0 : realloc(p, n * size);
}

void *aligned_alloc(size_t alignment, size_t n) { return malloc(n); }
void *memalign(size_t alignment, size_t n) { return malloc(n); }
void *valloc(size_t n) { return malloc(n); }
