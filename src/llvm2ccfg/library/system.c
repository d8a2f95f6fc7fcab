// What programs ask the system for now and then: folders, libraries that are loaded, addresses, messages on the way out.

typedef __SIZE_TYPE__ size_t;
typedef __INTPTR_TYPE__ ssize_t;
typedef __builtin_va_list va_list;

enum { ECHILD = 10, ENOMEM = 12, EINVAL = 22, ERANGE = 34, NAME = 16, WORD = sizeof(long), DIRENT = 280, ADDRESS_INFO = 48 };

extern long __heddle_between(long, long); // constants
extern void __heddle_any(void *, size_t);
extern void __heddle_reads(const volatile char *, size_t);
extern void __heddle_reads_text(const volatile char *, size_t);
extern void __heddle_reads_listed(const char *, va_list);
extern void __heddle_input(const char *);
extern void __heddle_takes_any(const char *);
extern void *__heddle_alloc(size_t);
extern void __heddle_free(void *);
extern int *__errno_location(void);
extern void exit(int);

static char stream; // only handed on

static void *anyStream(void) { return __heddle_between(0, 1) ? &stream : 0; }

void *freopen(const char *name, const char *mode, void *old) { return __heddle_between(0, 1) ? old : 0; }
void *popen(const char *command, const char *mode) { return anyStream(); }
void *fmemopen(void *buffer, size_t size, const char *mode) { return anyStream(); }

int ungetc(int c, void *file) { return c != -1 && __heddle_between(0, 1) ? (unsigned char)c : -1; }

int fgetpos(void *file, void *to) {
  if (__heddle_between(0, 1)) return -1;
  __heddle_any(to, 16);
  return 0;
}

long ftello(void *file) { return __heddle_between(-1, 0x7fffffff); }

static char shared_name; // of tmpnam

char *tmpnam(char *to) {
  if (!to) {
    *(volatile char *)&shared_name = 0;
    to = __heddle_alloc(20);
  }
  if (__heddle_between(0, 1)) return 0;
  __heddle_any(to, 19);
  to[19] = 0;
  return to;
}

// The last six characters are replaced.
int mkstemp(char *name) {
  size_t n = 0;
  while (name[n]) n++;
  if (n < 6 || __heddle_between(0, 1)) {
    *__errno_location() = EINVAL;
    return -1;
  }
  for (size_t i = n - 6; i < n; i++) name[i] = __heddle_between('a', 'z');
  return __heddle_between(3, 0x7fffffff);
}

char *mkdtemp(char *name) { return mkstemp(name) < 0 ? 0 : name; }

char *realpath(const char *path, char *to) {
  __heddle_reads_text(path, (size_t)-1);
  if (__heddle_between(0, 1)) return 0;
  if (!to) to = __heddle_alloc(4096);
  __heddle_any(to, 4096);
  to[4095] = 0;
  return to;
}

int getloadavg(double *to, int n) {
  if (n > 3) n = 3;
  __heddle_any(to, n * sizeof(double));
  return __heddle_between(0, 1) ? n : -1;
}

void *opendir(const char *name) {
  __heddle_reads_text(name, (size_t)-1);
  return __heddle_between(0, 1) ? __heddle_alloc(1) : 0;
}

int closedir(void *folder) {
  __heddle_free(folder);
  return 0;
}

void rewinddir(void *folder) {}

void *readdir(void *folder) {
  *(volatile char *)folder = 0; // the entries of one folder share it
  if (__heddle_between(0, 1)) return 0;
  char *entry = __heddle_alloc(DIRENT);
  entry[DIRENT - 1] = 0;
  return entry;
}

void *dlopen(const char *name, int flags) { return anyStream(); }
int dlclose(void *library) { return __heddle_between(-1, 0); }

int getaddrinfo(const char *host, const char *service, const void *hints, void **to) {
  if (__heddle_between(0, 1)) return __heddle_between(-11, -1);
  __heddle_takes_any("an address that is looked up is taken as one of any content");
  char *found = __heddle_alloc(ADDRESS_INFO);
  *(void **)(found + ADDRESS_INFO - sizeof(void *)) = 0; // the last
  *to = found;
  return 0;
}

void freeaddrinfo(void *found) { __heddle_free(found); }

int wait(int *status) { // there are no other processes
  *__errno_location() = ECHILD;
  return -1;
}

int waitpid(int process, int *status, int options) { return wait(status); }

int pthread_getname_np(unsigned long thread, char *to, size_t n) {
  if (n < NAME) return ERANGE;
  __heddle_any(to, NAME);
  to[NAME - 1] = 0;
  return 0;
}

int pthread_getaffinity_np(unsigned long thread, size_t n, void *to) {
  __heddle_any(to, n);
  return 0;
}

int sched_getaffinity(int process, size_t n, void *to) {
  if (__heddle_between(0, 1)) return -1;
  __heddle_any(to, n);
  return 0;
}

int sched_rr_get_interval(int process, void *to) {
  if (__heddle_between(0, 1)) return -1;
  __heddle_any(to, 2 * WORD);
  return 0;
}

int sched_getparam(int process, int *to) {
  *to = __heddle_between(0, 99);
  return __heddle_between(-1, 0);
}

static int concurrency;

int pthread_setconcurrency(int n) {
  if (n < 0) return EINVAL;
  __atomic_store_n(&concurrency, n, __ATOMIC_SEQ_CST);
  return 0;
}

int pthread_getconcurrency(void) { return __atomic_load_n(&concurrency, __ATOMIC_SEQ_CST); }

struct message {
  void *name;
  unsigned nameLength;
  struct {
    char *base;
    size_t length;
  } *parts;
  size_t count;
  void *control;
  size_t controlLength;
  int flags;
};

ssize_t sendmsg(int socket, const struct message *m, int flags) {
  size_t most = 0;
  for (size_t i = 0; i < m->count; i++) {
    __heddle_reads(m->parts[i].base, m->parts[i].length);
    most += m->parts[i].length;
  }
  ssize_t n = __heddle_between(-1, 0x7fffffff);
  return n < 0 || (size_t)n < most ? n : (ssize_t)most;
}

ssize_t recvmsg(int socket, struct message *m, int flags) {
  __heddle_input("recvmsg");
  if (__heddle_between(0, 1)) return -1;
  size_t most = 0;
  for (size_t i = 0; i < m->count; i++) {
    __heddle_any(m->parts[i].base, m->parts[i].length);
    most += m->parts[i].length;
  }
  if (m->control) __heddle_any(m->control, m->controlLength);
  m->flags = __heddle_between(0, 0x7fffffff);
  ssize_t n = __heddle_between(0, 0x7fffffff);
  return (size_t)n < most ? n : (ssize_t)most;
}

// A message, and the end of the program.
void verrx(int status, const char *f, va_list list) {
  if (f) __heddle_reads_listed(f, list);
  exit(status);
}

void verr(int status, const char *f, va_list list) { verrx(status, f, list); }

void errx(int status, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  verrx(status, f, list);
}

void err(int status, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  verrx(status, f, list);
}

void error(int status, int number, const char *f, ...) {
  va_list list;
  __builtin_va_start(list, f);
  __heddle_reads_listed(f, list);
  if (status) exit(status);
}

struct conventions { // of numbers in the C locale
  const char *texts[10];
  char numbers[14];
};

struct conventions *localeconv(void) {
  static struct conventions c = {{".", "", "", "", "", "", "", "", "", ""}, {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};
  return &c;
}

const char *gnu_get_libc_version(void) { return "2.36"; }
