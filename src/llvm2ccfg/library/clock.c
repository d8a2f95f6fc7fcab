// Clocks. What a clock shows is arbitrary, within what 32 bits of seconds hold; those that nobody can set never go back.

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern long __heddle_between(long, long); // constants
extern int *__errno_location(void);
extern void *__heddle_alloc(__SIZE_TYPE__);
extern void __heddle_takes_any(const char *);

enum { CLOCKS = 12, EINVAL = 22 };

struct timespec {
  long seconds, nanoseconds;
};

struct tm {
  int fields[9];
  long offset;
  const char *zone;
};

struct timeval {
  long seconds, microseconds;
};

static long anySeconds(void) {
#if __SIZEOF_LONG__ == 8
  return __heddle_between(0, 0xffffffff);
#else
  return __heddle_between(0, 0x7fffffff);
#endif
}

static struct timespec latest; // of those that never go back

static void readSteady(struct timespec *t) {
  struct timespec now;
  now.seconds = anySeconds();
  now.nanoseconds = __heddle_between(0, 999999999);
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(now.seconds > latest.seconds ||
                    (now.seconds == latest.seconds && now.nanoseconds >= latest.nanoseconds));
  latest = now;
  __VERIFIER_atomic_end();
  *t = now;
}

int clock_gettime(int clock, struct timespec *t) {
  if (clock >= CLOCKS) {
    *__errno_location() = EINVAL;
    return -1;
  }
  if (clock != 0 && clock != 5 && clock != 8 && clock != 11) {
    readSteady(t);
    return 0;
  }
  t->seconds = anySeconds();
  t->nanoseconds = __heddle_between(0, 999999999);
  return 0;
}

int clock_getres(int clock, struct timespec *t) {
  if (clock >= CLOCKS) {
    *__errno_location() = EINVAL;
    return -1;
  }
  if (t) {
    t->seconds = 0;
    t->nanoseconds = __heddle_between(1, 999999999);
  }
  return 0;
}

int timespec_get(struct timespec *t, int base) {
  if (base != 1) return 0;
  t->seconds = anySeconds();
  t->nanoseconds = __heddle_between(0, 999999999);
  return base;
}

int gettimeofday(struct timeval *t, void *zone) {
  t->seconds = anySeconds();
  t->microseconds = __heddle_between(0, 999999);
  return 0;
}

long time(long *t) {
  long now = anySeconds();
  if (t) *t = now;
  return now;
}

double difftime(long later, long earlier) { return (double)later - (double)earlier; }

// The fields of a date are any numbers, chosen when they are looked at.
struct tm *localtime(const long *t) {
  volatile long when = *t;
  __heddle_takes_any("the fields of a date are taken as any numbers");
  return __heddle_alloc(sizeof(struct tm));
}

struct tm *gmtime(const long *t) { return localtime(t); }
