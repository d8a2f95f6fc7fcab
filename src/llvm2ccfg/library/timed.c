// Functions that wait until a time look at it: one that is no time is an error, and when they give up it has come. As in
// glibc, a mutex that is free is taken without a look at the time, but not without one at the clock. The calls of a program
// are led here (timed.cpp); what waits has a model.

struct timespec {
  long seconds, nanoseconds;
};

enum { EBUSY = 16, EINVAL = 22, ETIMEDOUT = 110, THRD_BUSY = 1, THRD_ERROR = 2, REALTIME = 0, MONOTONIC = 1 };

extern int *__errno_location(void);
extern int pthread_mutex_timedlock(void *, const struct timespec *);
extern int pthread_mutex_trylock(void *);
extern int pthread_rwlock_timedrdlock(void *, const struct timespec *);
extern int pthread_rwlock_timedwrlock(void *, const struct timespec *);
extern int pthread_cond_timedwait(void *, void *, const struct timespec *);
extern int sem_timedwait(void *, const struct timespec *);
extern int pthread_mutex_clocklock(void *, int, const struct timespec *);
extern int pthread_rwlock_clockrdlock(void *, int, const struct timespec *);
extern int pthread_rwlock_clockwrlock(void *, int, const struct timespec *);
extern int pthread_cond_clockwait(void *, void *, int, const struct timespec *);
extern int sem_clockwait(void *, int, const struct timespec *);
extern int mtx_timedlock(void *, const struct timespec *);
extern int mtx_trylock(void *);
extern int cnd_timedwait(void *, void *, const struct timespec *);

#ifdef CLOCKS
extern void __heddle_time_has_come(const struct timespec *);
#else
static void __heddle_time_has_come(const struct timespec *t) {} // nobody looks at a clock
#endif

static int result(int error, const struct timespec *t) {
  if (error == ETIMEDOUT) __heddle_time_has_come(t);
  return error;
}

static int isTime(const struct timespec *t) { return t->nanoseconds >= 0 && t->nanoseconds < 1000000000; }
static int isClock(int clock) { return clock == REALTIME || clock == MONOTONIC; }

static int lockWithoutTime(void *m) {
  int error = pthread_mutex_trylock(m);
  return error == EBUSY ? EINVAL : error;
}

int __heddle_pthread_mutex_timedlock(void *m, const struct timespec *t) {
  return isTime(t) ? result(pthread_mutex_timedlock(m, t), t) : lockWithoutTime(m);
}

int __heddle_pthread_mutex_clocklock(void *m, int clock, const struct timespec *t) {
  if (!isClock(clock)) return EINVAL;
  return isTime(t) ? pthread_mutex_clocklock(m, clock, t) : lockWithoutTime(m);
}

int __heddle_pthread_rwlock_timedrdlock(void *l, const struct timespec *t) {
  return isTime(t) ? result(pthread_rwlock_timedrdlock(l, t), t) : EINVAL;
}

int __heddle_pthread_rwlock_timedwrlock(void *l, const struct timespec *t) {
  return isTime(t) ? result(pthread_rwlock_timedwrlock(l, t), t) : EINVAL;
}

int __heddle_pthread_cond_timedwait(void *c, void *m, const struct timespec *t) {
  if (!isTime(t)) return EINVAL;
  return result(pthread_cond_timedwait(c, m, t), t);
}

int __heddle_pthread_rwlock_clockrdlock(void *l, int clock, const struct timespec *t) {
  return isClock(clock) && isTime(t) ? pthread_rwlock_clockrdlock(l, clock, t) : EINVAL;
}

int __heddle_pthread_rwlock_clockwrlock(void *l, int clock, const struct timespec *t) {
  return isClock(clock) && isTime(t) ? pthread_rwlock_clockwrlock(l, clock, t) : EINVAL;
}

int __heddle_pthread_cond_clockwait(void *c, void *m, int clock, const struct timespec *t) {
  return isClock(clock) && isTime(t) ? pthread_cond_clockwait(c, m, clock, t) : EINVAL;
}

int __heddle_sem_clockwait(void *s, int clock, const struct timespec *t) {
  if (isClock(clock) && isTime(t)) return sem_clockwait(s, clock, t);
  *__errno_location() = EINVAL;
  return -1;
}

int __heddle_mtx_timedlock(void *m, const struct timespec *t) {
  if (isTime(t)) return mtx_timedlock(m, t);
  int error = mtx_trylock(m);
  return error == THRD_BUSY ? THRD_ERROR : error;
}

int __heddle_cnd_timedwait(void *c, void *m, const struct timespec *t) {
  return isTime(t) ? cnd_timedwait(c, m, t) : THRD_ERROR;
}

int __heddle_sem_timedwait(void *s, const struct timespec *t) {
  if (isTime(t)) {
    int failed = sem_timedwait(s, t);
    if (failed) __heddle_time_has_come(t);
    return failed;
  }
  *__errno_location() = EINVAL;
  return -1;
}
