// Priority ceilings of mutexes, which a program may set and get. Nothing depends on them. A ceiling is kept where glibc
// counts users, which the models of mutexes leave alone; 0: the mutex has none.

extern int __heddle_mutex_init(void *, const unsigned *);
extern int pthread_mutex_lock(void *);
extern int pthread_mutex_unlock(void *);

enum { EINVAL = 22, CEILING = sizeof(long) == 8 ? 3 : 4, LEAST = 1, GREATEST = 99, PROTECT = 2 };

int pthread_mutex_init(unsigned *m, const unsigned *attribute) {
  unsigned word = attribute ? *attribute : 0, ceiling = word >> 12 & 127; // see attributes.c
  int result = __heddle_mutex_init(m, attribute);
  m[CEILING] = (word >> 28 & 3) != PROTECT ? 0 : ceiling < LEAST ? LEAST : ceiling;
  return result;
}

int pthread_mutex_getprioceiling(const unsigned *m, int *ceiling) {
  if (!m[CEILING]) return EINVAL;
  *ceiling = m[CEILING];
  return 0;
}

int pthread_mutex_setprioceiling(unsigned *m, int ceiling, int *old) {
  if (!m[CEILING] || ceiling < LEAST || ceiling > GREATEST) return EINVAL;
  int error = pthread_mutex_lock(m);
  if (error) return error;
  if (old) *old = m[CEILING];
  m[CEILING] = ceiling;
  return pthread_mutex_unlock(m);
}
