// What functions that print and send read; what those that receive write, which is arbitrary.

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

enum { ERANGE = 34 };

extern void __heddle_give_up(const char *);
extern void __heddle_input(const char *);
extern void __heddle_leaves_out(const char *);
extern void *__heddle_alloc(size_t);
extern void __heddle_free(void *);
extern long __heddle_between(long, long); // constants
extern int *__errno_location(void);

void __heddle_reads(const volatile char *p, size_t n) {
  size_t i = 0;
  for (; i + 8 <= n; i += 8) (void)*(const volatile long long *)(p + i);
  for (; i < n; i++) (void)p[i];
}

void __heddle_reads_text(const volatile char *p, size_t most) {
  for (size_t i = 0; i < most && p[i]; i++) {}
}

void __heddle_reads_wide(const volatile int *p, size_t most) {
  for (size_t i = 0; i < most && p[i]; i++) {}
}

void __heddle_counts(int *n) { *n = __heddle_between(0, 0x7fffffff); }

void __heddle_sets_errno(int failed) {
  if (failed) *__errno_location() = __heddle_between(1, 133);
}

static int isOneOf(char c, const char *set) {
  while (*set && *set != c) set++;
  return *set != 0;
}

static const char *readNumber(const char *f, int *n, va_list list) {
  *n = 0;
  if (*f == '*') {
    *n = __builtin_va_arg(list, int);
    return f + 1;
  }
  while (*f >= '0' && *f <= '9') *n = *n * 10 + (*f++ - '0');
  return f;
}

static void readArgument(char kind, int longs, int most, va_list list) {
  if (kind == 's') {
    const char *text = __builtin_va_arg(list, const char *);
    if (!text) return;
    if (longs)
      __heddle_reads_wide((const volatile int *)text, most < 0 ? (size_t)-1 : (size_t)most);
    else
      __heddle_reads_text(text, most < 0 ? (size_t)-1 : (size_t)most);
  } else if (kind == 'n') {
    __heddle_counts(__builtin_va_arg(list, int *));
  } else if (kind == 'p') {
    (void)__builtin_va_arg(list, void *);
  } else if (isOneOf(kind, "aAeEfFgG")) {
    (void)__builtin_va_arg(list, double);
  } else if (longs > 1) {
    (void)__builtin_va_arg(list, long long);
  } else if (longs) {
    (void)__builtin_va_arg(list, long);
  } else {
    (void)__builtin_va_arg(list, int);
  }
}

void __heddle_reads_listed(const char *f, va_list list) {
  for (; *f; f++) {
    if (*f != '%') continue;
    int width, most = -1, longs = 0;
    do f++;
    while (isOneOf(*f, "-+ #0'"));
    f = readNumber(f, &width, list);
    if (*f == '$') __heddle_give_up("paths end where a format takes its arguments by number");
    if (*f == '.') f = readNumber(f + 1, &most, list);
    for (; isOneOf(*f, "hlLqjzt"); f++) {
      if (*f == 'L') __heddle_give_up("paths end where a long double is printed from a list of arguments");
      longs += *f == 'q' || *f == 'j' ? 2 : *f != 'h';
    }
    if (!*f) return;
    if (*f != '%' && *f != 'm') readArgument(*f, longs, most, list);
  }
}

void __heddle_reads_printed(const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  __heddle_reads_listed(f, list);
  __builtin_va_end(list);
}

// Any bytes: copies of memory that was never written.
void __heddle_any(char *to, size_t n) {
  if (n == 0) return;
  char *from = __heddle_alloc(n);
  for (size_t i = 0; i < n; i++) to[i] = from[i];
  __heddle_free(from);
}

// Any bytes, at most n: how many.
static size_t fill(char *to, size_t n) {
  size_t got = 0;
  while (got < n && __heddle_between(0, 1)) got++;
  __heddle_any(to, got);
  return got;
}

static long receive(void *to, size_t n, const char *name) {
  __heddle_input(name);
  if (__heddle_between(0, 1)) return -1;
  return fill(to, n);
}

long read(int file, void *to, size_t n) { return receive(to, n, "read"); }
long pread(int file, void *to, size_t n, long from) { return receive(to, n, "pread"); }
long recv(int file, void *to, size_t n, int flags) { return receive(to, n, "recv"); }

size_t fread(void *to, size_t size, size_t n, void *file) {
  __heddle_input("fread");
  if (size == 0) return 0;
  return fill(to, size * n) / size;
}

// A line ends with a newline, or where the room or the input ends.
char *fgets(char *to, int room, void *file) {
  __heddle_input("fgets");
  if (room < 1 || __heddle_between(0, 1)) return 0;
  int n = 0;
  while (n < room - 1) {
    to[n] = __heddle_between(0, 255);
    if (to[n++] == '\n' || __heddle_between(0, 1)) break;
  }
  to[n] = 0;
  return to;
}

// A stream is only handed on.
static char stream;

void *fopen(const char *name, const char *mode) { return __heddle_between(0, 1) ? &stream : 0; }
void *fdopen(int file, const char *mode) { return __heddle_between(0, 1) ? &stream : 0; }
void *tmpfile(void) { return __heddle_between(0, 1) ? &stream : 0; }

char *setlocale(int category, const char *name) { return __heddle_between(0, 1) ? "C" : 0; }
static char shared_text; // of the texts that functions hand out

static char *anyText(void) {
  *(volatile char *)&shared_text = 0;
  char *text = __heddle_alloc(64);
  text[63] = 0;
  return text;
}

char *strerror(int error) { return anyText(); }
char *strsignal(int signal) { return anyText(); }
char *dlerror(void) { return __heddle_between(0, 1) ? anyText() : 0; }
const char *gai_strerror(int error) { return anyText(); }
char *ttyname(int file) { return __heddle_between(0, 1) ? anyText() : 0; }
char *getlogin(void) { return __heddle_between(0, 1) ? anyText() : 0; }
char *inet_ntoa(unsigned address) { return anyText(); }

// The X/Open one; glibc's own gives the text back, which is in the buffer here.
int __xpg_strerror_r(int error, char *to, size_t n) {
  if (n == 0) return ERANGE;
  __heddle_any(to, n);
  to[n - 1] = 0;
  return 0;
}

char *strerror_r(int error, char *to, size_t n) {
  __xpg_strerror_r(error, to, n);
  return to;
}

static unsigned shared_seed; // POSIX does not promise rand to threads that use it at the same time

int rand(void) {
  *(volatile unsigned *)&shared_seed = 0;
  return __heddle_between(0, 0x7fffffff);
}

void srand(unsigned seed) { *(volatile unsigned *)&shared_seed = seed; }

// Any text; longer ones are not looked at. A variable that is there stays so, but is a new one for each call.
static char environment_variables; // read by getenv, changed by setenv

char *getenv(const char *name) {
  (void)*(volatile char *)&environment_variables;
  if (__heddle_between(0, 1)) return 0;
  __heddle_leaves_out("values of environment variables longer than 63 characters are left out");
  char *value = __heddle_alloc(64);
  value[63] = 0;
  return value;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int changeEnvironment(void) {
  *(volatile char *)&environment_variables = 0;
  return __heddle_between(0, 1) ? 0 : -1;
}

int setenv(const char *name, const char *value, int replace) {
  __heddle_reads_text(name, (size_t)-1);
  __heddle_reads_text(value, (size_t)-1);
  return changeEnvironment();
}

int unsetenv(const char *name) {
  __heddle_reads_text(name, (size_t)-1);
  return changeEnvironment();
}

int putenv(char *text) {
  __heddle_reads_text(text, (size_t)-1);
  return changeEnvironment();
}

int clearenv(void) { return changeEnvironment(); }

int rand_r(unsigned *seed) {
  *seed += 1;
  return __heddle_between(0, 0x7fffffff);
}
