// Functions that wait until a time look at it: one that is no time is an error. As in glibc, a mutex that is free is taken
// without a look. The calls of a program are led here (timed.cpp); what waits has a model.

struct timespec {
  long seconds, nanoseconds;
};

enum { EBUSY = 16, EINVAL = 22 };

extern int *__errno_location(void);
extern int pthread_mutex_timedlock(void *, const struct timespec *);
extern int pthread_mutex_trylock(void *);
extern int pthread_rwlock_timedrdlock(void *, const struct timespec *);
extern int pthread_rwlock_timedwrlock(void *, const struct timespec *);
extern int pthread_cond_timedwait(void *, void *, const struct timespec *);
extern int sem_timedwait(void *, const struct timespec *);

static int isTime(const struct timespec *t) { return t->nanoseconds >= 0 && t->nanoseconds < 1000000000; }

int __heddle_pthread_mutex_timedlock(void *m, const struct timespec *t) {
  if (isTime(t)) return pthread_mutex_timedlock(m, t);
  int error = pthread_mutex_trylock(m);
  return error == EBUSY ? EINVAL : error;
}

int __heddle_pthread_rwlock_timedrdlock(void *l, const struct timespec *t) {
  return isTime(t) ? pthread_rwlock_timedrdlock(l, t) : EINVAL;
}

int __heddle_pthread_rwlock_timedwrlock(void *l, const struct timespec *t) {
  return isTime(t) ? pthread_rwlock_timedwrlock(l, t) : EINVAL;
}

int __heddle_pthread_cond_timedwait(void *c, void *m, const struct timespec *t) {
  if (!isTime(t)) return EINVAL;
  return pthread_cond_timedwait(c, m, t);
}

int __heddle_sem_timedwait(void *s, const struct timespec *t) {
  if (isTime(t)) return sem_timedwait(s, t);
  *__errno_location() = EINVAL;
  return -1;
}
