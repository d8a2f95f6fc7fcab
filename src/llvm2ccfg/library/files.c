// What a program gets from outside other than by reading a stream: descriptors, their state, memory that is mapped. Results
// and contents are arbitrary.

typedef __SIZE_TYPE__ size_t;
typedef __INTPTR_TYPE__ ssize_t;

enum { EINVAL = 22, ENOMEM = 12, MAP_ANONYMOUS = 0x20 };

extern long __heddle_between(long, long); // constants
extern void __heddle_any(void *, size_t);
extern void __heddle_reads(const volatile char *, size_t);
extern void __heddle_reads_text(const volatile char *, size_t);
extern void __heddle_input(const char *);
extern void __heddle_leaves_out(const char *);
extern void *__heddle_alloc(size_t);
extern void *calloc(size_t, size_t);
extern int *__errno_location(void);

static int anyError(void) {
  *__errno_location() = __heddle_between(1, 133);
  return -1;
}

static int anyDescriptor(void) { return __heddle_between(0, 1) ? anyError() : (int)__heddle_between(3, 0x7fffffff); }
static int succeeds(void) { return __heddle_between(0, 1) ? 0 : anyError(); }

// A structure that is filled if the call succeeds.
static int fills(void *to, size_t n) {
  if (__heddle_between(0, 1)) return anyError();
  __heddle_any(to, n);
  return 0;
}

enum { WORD = sizeof(long), STAT = WORD == 8 ? 144 : 88, STATVFS = WORD == 8 ? 112 : 72, UTSNAME = 390, USAGE = 18 * WORD };

int stat(const char *path, void *to) {
  __heddle_reads_text(path, (size_t)-1);
  return fills(to, STAT);
}

int lstat(const char *path, void *to) { return stat(path, to); }
int fstat(int file, void *to) { return fills(to, STAT); }
int fstatat(int folder, const char *path, void *to, int flags) { return stat(path, to); }
int fstatvfs(int file, void *to) { return fills(to, STATVFS); }
int uname(void *to) { return fills(to, UTSNAME); }
int getrusage(int who, void *to) { return fills(to, USAGE); }
int getrlimit(int resource, void *to) { return fills(to, 2 * WORD); }
int getitimer(int which, void *to) { return fills(to, 4 * WORD); }

int setrlimit(int resource, const void *limits) {
  __heddle_reads(limits, 2 * WORD);
  return succeeds();
}

long times(void *to) {
  __heddle_any(to, 4 * WORD);
  return __heddle_between(0, 0x7fffffff);
}

int gethostname(char *to, size_t n) {
  if (__heddle_between(0, 1)) return anyError();
  __heddle_any(to, n);
  if (n) to[n - 1] = 0;
  return 0;
}

char *getcwd(char *to, size_t n) {
  if (!to) to = __heddle_alloc(n ? n : 4096), n = n ? n : 4096;
  if (n == 0 || __heddle_between(0, 1)) {
    anyError();
    return 0;
  }
  __heddle_any(to, n);
  to[n - 1] = 0;
  return to;
}

ssize_t readlink(const char *path, char *to, size_t n) {
  __heddle_reads_text(path, (size_t)-1);
  if (__heddle_between(0, 1)) return anyError();
  __heddle_any(to, n);
  ssize_t length = __heddle_between(0, 0x7fffffff);
  return (size_t)length < n ? length : (ssize_t)n;
}

int pipe2(int *ends, int flags) {
  ends[0] = anyDescriptor();
  if (ends[0] < 0) return -1;
  ends[1] = __heddle_between(3, 0x7fffffff);
  return 0;
}

int pipe(int *ends) { return pipe2(ends, 0); }
int socketpair(int domain, int type, int protocol, int *ends) { return pipe2(ends, 0); }

static int anyAddress(void *to, unsigned *length) {
  if (!to) return 0;
  __heddle_any(to, *length);
  *length = __heddle_between(0, 128);
  return 0;
}

int accept(int socket, void *address, unsigned *length) {
  int file = anyDescriptor();
  if (file >= 0) anyAddress(address, length);
  return file;
}

int accept4(int socket, void *address, unsigned *length, int flags) { return accept(socket, address, length); }
int getsockname(int socket, void *address, unsigned *length) { return __heddle_between(0, 1) ? anyError() : anyAddress(address, length); }
int getpeername(int socket, void *address, unsigned *length) { return getsockname(socket, address, length); }

int bind(int socket, const void *address, unsigned length) {
  __heddle_reads(address, length);
  return succeeds();
}

int connect(int socket, const void *address, unsigned length) { return bind(socket, address, length); }
int setsockopt(int socket, int level, int name, const void *value, unsigned length) { return bind(socket, value, length); }

int getsockopt(int socket, int level, int name, void *value, unsigned *length) {
  if (__heddle_between(0, 1)) return anyError();
  __heddle_any(value, *length);
  return 0;
}

static ssize_t received(void *to, size_t n, const char *name) {
  __heddle_input(name);
  if (__heddle_between(0, 1)) return anyError();
  __heddle_any(to, n);
  ssize_t length = __heddle_between(0, 0x7fffffff);
  return (size_t)length < n ? length : (ssize_t)n;
}

ssize_t recvfrom(int socket, void *to, size_t n, int flags, void *address, unsigned *length) {
  ssize_t got = received(to, n, "recvfrom");
  if (got >= 0) anyAddress(address, length);
  return got;
}

struct part {
  char *base;
  size_t length;
};

ssize_t readv(int file, const struct part *parts, int n) {
  __heddle_input("readv");
  if (__heddle_between(0, 1)) return anyError();
  size_t most = 0;
  for (int i = 0; i < n; i++) {
    __heddle_any(parts[i].base, parts[i].length);
    most += parts[i].length;
  }
  ssize_t length = __heddle_between(0, 0x7fffffff);
  return (size_t)length < most ? length : (ssize_t)most;
}

ssize_t writev(int file, const struct part *parts, int n) {
  size_t most = 0;
  for (int i = 0; i < n; i++) {
    __heddle_reads(parts[i].base, parts[i].length);
    most += parts[i].length;
  }
  if (__heddle_between(0, 1)) return anyError();
  ssize_t length = __heddle_between(0, 0x7fffffff);
  return (size_t)length < most ? length : (ssize_t)most;
}

struct polled {
  int file;
  short events, revents;
};

int poll(struct polled *files, unsigned long n, int timeout) {
  __heddle_input("poll");
  if (__heddle_between(0, 1)) return anyError();
  int ready = 0;
  for (unsigned long i = 0; i < n; i++) {
    files[i].revents = __heddle_between(0, 63) & (files[i].events | 56);
    ready += files[i].revents != 0;
  }
  return ready;
}

static void anySubset(unsigned char *set) {
  if (!set) return;
  for (int i = 0; i < 128; i++)
    if (set[i]) set[i] &= __heddle_between(0, 255);
}

int select(int n, void *reading, void *writing, void *failing, void *timeout) {
  __heddle_input("select");
  if (__heddle_between(0, 1)) return anyError();
  anySubset(reading);
  anySubset(writing);
  anySubset(failing);
  return __heddle_between(0, 3072);
}

int epoll_wait(int epoll, void *events, int most, int timeout) {
  __heddle_input("epoll_wait");
  if (most <= 0 || __heddle_between(0, 1)) return anyError();
  __heddle_any(events, 12 * (size_t)most);
  int n = __heddle_between(0, 0x7fffffff);
  return n < most ? n : most;
}

void *mmap(void *at, size_t n, int protection, int flags, int file, long from) {
  if (n == 0 || __heddle_between(0, 1)) {
    *__errno_location() = n == 0 ? EINVAL : ENOMEM;
    return (void *)-1;
  }
  if (flags & MAP_ANONYMOUS) return calloc(1, n);
  __heddle_input("mmap");
  return __heddle_alloc(n);
}

int munmap(void *p, size_t n) {
  __heddle_leaves_out("memory stays there after 'munmap'");
  return 0;
}

int shm_open(const char *name, int flags, unsigned mode) {
  __heddle_reads_text(name, (size_t)-1);
  return anyDescriptor();
}

ssize_t getdelim(char **line, size_t *room, int end, void *stream) {
  __heddle_input("getline");
  if (__heddle_between(0, 1)) return -1;
  __heddle_leaves_out("lines longer than 63 characters are left out");
  if (!*line || *room < 64) { // a block that is too small is not freed here
    *line = __heddle_alloc(64);
    *room = 64;
  }
  __heddle_any(*line, 63);
  ssize_t n = __heddle_between(1, 63);
  (*line)[n] = 0;
  return n;
}

ssize_t getline(char **line, size_t *room, void *stream) { return getdelim(line, room, '\n', stream); }
