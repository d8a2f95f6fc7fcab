// Clocks. What a clock shows is arbitrary, within what 32 bits of seconds hold. It goes back only if the program sets it;
// time() may always.

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern long __heddle_between(long, long); // constants
extern int *__errno_location(void);
extern int __heddle_uses(const char *);

enum { REALTIME = 0, THREAD_TIME = 3, CLOCKS = 12, EPERM = 1, EINVAL = 22 };

struct timespec {
  long seconds, nanoseconds;
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

static struct timespec latest[CLOCKS];
static _Thread_local struct timespec latestOfThread; // its own processor time

static int isSet(int clock) { // REALTIME, also COARSE and ALARM, and TAI
  return (clock == 0 || clock == 5 || clock == 8 || clock == 11) &&
         (__heddle_uses("clock_settime") || __heddle_uses("settimeofday"));
}

static struct timespec readClock(int clock) {
  struct timespec now;
  now.seconds = anySeconds();
  now.nanoseconds = __heddle_between(0, 999999999);
  if (clock < 0 || isSet(clock)) return now; // negative: processor time of somebody
  struct timespec *last = clock == THREAD_TIME ? &latestOfThread : &latest[clock];
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(now.seconds > last->seconds ||
                    (now.seconds == last->seconds && now.nanoseconds >= last->nanoseconds));
  *last = now;
  __VERIFIER_atomic_end();
  return now;
}

// Of the clock that times are given by, unless a condition variable says otherwise (see library.cpp).
void __heddle_time_has_come(const struct timespec *t) {
  if (isSet(REALTIME)) return;
  struct timespec *last = &latest[REALTIME], now = *t;
  __VERIFIER_atomic_begin();
  if (last->seconds < now.seconds || (last->seconds == now.seconds && last->nanoseconds < now.nanoseconds)) *last = now;
  __VERIFIER_atomic_end();
}

int clock_gettime(int clock, struct timespec *t) {
  if (clock >= CLOCKS) {
    *__errno_location() = EINVAL;
    return -1;
  }
  *t = readClock(clock);
  return 0;
}

// Who sets a clock may not be allowed to.
int clock_settime(int clock, const struct timespec *t) {
  struct timespec wanted = *t;
  if (wanted.nanoseconds >= 0 && wanted.nanoseconds < 1000000000 && __heddle_between(0, 1)) return 0;
  *__errno_location() = __heddle_between(0, 1) ? EPERM : EINVAL;
  return -1;
}

int settimeofday(const struct timeval *t, const void *zone) {
  if (__heddle_between(0, 1)) return 0;
  *__errno_location() = __heddle_between(0, 1) ? EPERM : EINVAL;
  return -1;
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
  *t = readClock(REALTIME);
  return base;
}

int gettimeofday(struct timeval *t, void *zone) {
  struct timespec now = readClock(REALTIME);
  t->seconds = now.seconds;
  t->microseconds = now.nanoseconds / 1000;
  return 0;
}

// Mostly printed or used as a seed: to follow it would cost more states than it is worth.
long time(long *t) {
  if (!t) return anySeconds();
  long now = anySeconds();
  *t = now;
  return now;
}

double difftime(long later, long earlier) { return (double)later - (double)earlier; }
