// Attribute objects that are looked at: what was set is what a program gets. The values lie in the object itself, packed
// as in glibc where it is a single word; a mutex's kind is in the lowest bits, where pthread_mutex_init takes it from.

typedef __SIZE_TYPE__ size_t;

enum { EINVAL = 22, ENOTSUP = 95 };
enum { POLICY = 1, PRIORITY = 2 };
enum { SMALLEST_STACK = 16384, USUAL_STACK = 8388608, USUAL_GUARD = 4096 };

struct attr {
  int detached, scope, explicitly, policy, priority, set; // set: POLICY, PRIORITY
  size_t stackSize, guardSize;
  void *stack;
};

int pthread_attr_init(struct attr *a) {
  a->detached = 0;
  a->scope = 0;
  a->explicitly = 0;
  a->policy = 0;
  a->priority = 0;
  a->set = 0;
  a->stackSize = USUAL_STACK;
  a->guardSize = USUAL_GUARD;
  a->stack = 0;
  return 0;
}

int pthread_attr_setdetachstate(struct attr *a, int v) {
  if (v != 0 && v != 1) return EINVAL;
  a->detached = v;
  return 0;
}

int pthread_attr_getdetachstate(const struct attr *a, int *v) {
  *v = a->detached;
  return 0;
}

int pthread_attr_setscope(struct attr *a, int v) {
  if (v == 1) return ENOTSUP;
  if (v != 0) return EINVAL;
  a->scope = v;
  return 0;
}

int pthread_attr_getscope(const struct attr *a, int *v) {
  *v = a->scope;
  return 0;
}

int pthread_attr_setinheritsched(struct attr *a, int v) {
  if (v != 0 && v != 1) return EINVAL;
  a->explicitly = v;
  return 0;
}

int pthread_attr_getinheritsched(const struct attr *a, int *v) {
  *v = a->explicitly;
  return 0;
}

int pthread_attr_setschedpolicy(struct attr *a, int v) {
  if (v < 0 || v > 2) return EINVAL;
  a->policy = v;
  a->set |= POLICY;
  return 0;
}

int pthread_attr_getschedpolicy(const struct attr *a, int *v) {
  *v = a->policy;
  return 0;
}

int pthread_attr_setschedparam(struct attr *a, const int *priority) {
  int least = a->policy == 0 ? 0 : 1, greatest = a->policy == 0 ? 0 : 99;
  if (*priority < least || *priority > greatest) return EINVAL;
  a->priority = *priority;
  a->set |= PRIORITY;
  return 0;
}

int pthread_attr_getschedparam(const struct attr *a, int *priority) {
  *priority = a->priority;
  return 0;
}

int pthread_attr_setstacksize(struct attr *a, size_t v) {
  if (v < SMALLEST_STACK) return EINVAL;
  a->stackSize = v;
  return 0;
}

int pthread_attr_getstacksize(const struct attr *a, size_t *v) {
  *v = a->stackSize;
  return 0;
}

int pthread_attr_setguardsize(struct attr *a, size_t v) {
  a->guardSize = v;
  return 0;
}

int pthread_attr_getguardsize(const struct attr *a, size_t *v) {
  *v = a->guardSize;
  return 0;
}

int pthread_attr_setstack(struct attr *a, void *stack, size_t size) {
  if (size < SMALLEST_STACK) return EINVAL;
  a->stack = stack;
  a->stackSize = size;
  return 0;
}

int pthread_attr_getstack(const struct attr *a, void **stack, size_t *size) {
  *stack = a->stack;
  *size = a->stackSize;
  return 0;
}

// A word: the kind in bits 0 to 1, the ceiling from 12, the protocol from 28, whether it is robust in 30 and shared in 31.
static int setField(unsigned *word, int from, unsigned mask, int v) {
  if (v < 0 || (unsigned)v > mask) return EINVAL;
  *word = (*word & ~(mask << from)) | (unsigned)v << from;
  return 0;
}

static int getField(const unsigned *word, int from, unsigned mask, int *v) {
  *v = *word >> from & mask;
  return 0;
}

int pthread_mutexattr_init(unsigned *a) {
  *a = 0;
  return 0;
}

int pthread_mutexattr_settype(unsigned *a, int v) { return setField(a, 0, 3, v); }
int pthread_mutexattr_gettype(const unsigned *a, int *v) { return getField(a, 0, 3, v); }
int pthread_mutexattr_setprotocol(unsigned *a, int v) { return v == 3 ? EINVAL : setField(a, 28, 3, v); }
int pthread_mutexattr_getprotocol(const unsigned *a, int *v) { return getField(a, 28, 3, v); }
int pthread_mutexattr_setpshared(unsigned *a, int v) { return setField(a, 31, 1, v); }
int pthread_mutexattr_getpshared(const unsigned *a, int *v) { return getField(a, 31, 1, v); }

int pthread_mutexattr_setrobust(unsigned *a, int v) { return setField(a, 30, 1, v); }
int pthread_mutexattr_getrobust(const unsigned *a, int *v) { return getField(a, 30, 1, v); }

int pthread_mutexattr_setprioceiling(unsigned *a, int v) {
  return v < 1 || v > 99 ? EINVAL : setField(a, 12, 127, v);
}

int pthread_mutexattr_getprioceiling(const unsigned *a, int *v) {
  getField(a, 12, 127, v);
  if (*v == 0) *v = 1; // the least there is
  return 0;
}

int pthread_condattr_init(unsigned *a) {
  *a = 0;
  return 0;
}

int pthread_condattr_setpshared(unsigned *a, int v) { return setField(a, 0, 1, v); }
int pthread_condattr_getpshared(const unsigned *a, int *v) { return getField(a, 0, 1, v); }
int pthread_condattr_setclock(unsigned *a, int v) { return setField(a, 1, 1, v); }
int pthread_condattr_getclock(const unsigned *a, int *v) { return getField(a, 1, 1, v); }

int pthread_barrierattr_init(unsigned *a) {
  *a = 0;
  return 0;
}

int pthread_barrierattr_setpshared(unsigned *a, int v) { return setField(a, 0, 1, v); }
int pthread_barrierattr_getpshared(const unsigned *a, int *v) { return getField(a, 0, 1, v); }

int pthread_rwlockattr_init(unsigned *a) {
  a[0] = 0;
  a[1] = 0;
  return 0;
}

int pthread_rwlockattr_setpshared(unsigned *a, int v) { return setField(a + 1, 0, 1, v); }
int pthread_rwlockattr_getpshared(const unsigned *a, int *v) { return getField(a + 1, 0, 1, v); }
int pthread_rwlockattr_setkind_np(unsigned *a, int v) { return v == 3 ? EINVAL : setField(a, 0, 3, v); }
int pthread_rwlockattr_getkind_np(const unsigned *a, int *v) { return getField(a, 0, 3, v); }
