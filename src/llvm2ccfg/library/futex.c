// syscall() for futexes: a thread that waits has a semaphore of its own. It may also wake for no reason. Other system calls have
// arbitrary results.

enum { THREADS = 512, EAGAIN = 11, EINTR = 4, ETIMEDOUT = 110, ENOSYS = 38, EINVAL = 22 };
enum { GETTID = sizeof(long) == 8 ? 186 : 224, FUTEX = sizeof(long) == 8 ? 202 : 240, GETCPU = sizeof(long) == 8 ? 309 : 318 };
enum { WAIT = 0, WAKE = 1, WAIT_BITS = 9, WAKE_BITS = 10, OPERATION = 127, LARGEST = 0x7fffffff };

typedef __builtin_va_list va_list;

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern long __heddle_between(long, long); // constants
extern void __heddle_give_up(const char *);
extern int *__errno_location(void);
extern unsigned long pthread_self(void);
extern int sem_init(void *, int, unsigned);
extern int sem_wait(void *);
extern int sem_post(void *);
extern int gettid(void);

static struct waiter {
  const int *at; // null: it does not wait
  unsigned bits;
  long woken[4]; // a semaphore
} waiters[THREADS];
static int highest; // thread that ever waited

static long fail(int error) {
  *__errno_location() = error;
  return -1;
}

static long waitAt(const int *at, int value, int timed, unsigned bits) {
  unsigned long self = pthread_self();
  if (self >= THREADS) __heddle_give_up("paths end where one of more than 511 threads waits at a futex");
  struct waiter *me = &waiters[self];
  int ends = timed ? __heddle_between(0, 2) : __heddle_between(0, 1);
  __VERIFIER_atomic_begin();
  if (__atomic_load_n(at, __ATOMIC_SEQ_CST) != value) {
    __VERIFIER_atomic_end();
    return fail(EAGAIN);
  }
  if (ends == 0) {
    me->at = at;
    if (highest < (int)self) highest = self;
    me->bits = bits;
    sem_init(me->woken, 0, 0);
  }
  __VERIFIER_atomic_end();
  if (ends == 1) return 0; // for no reason
  if (ends == 2) return fail(ETIMEDOUT);
  sem_wait(me->woken);
  return 0;
}

// Which ones is open.
static long wakeAt(const int *at, int most, unsigned bits) {
  int waiting = 0, woken = 0;
  __VERIFIER_atomic_begin();
  for (int i = 0; i <= highest; i++) waiting += waiters[i].at == at && waiters[i].bits & bits;
  for (int i = 0; i <= highest && woken < most; i++) {
    struct waiter *w = &waiters[i];
    if (w->at != at || !(w->bits & bits)) continue;
    if (waiting-- > most - woken && __heddle_between(0, 1)) continue;
    w->at = 0;
    sem_post(w->woken);
    woken++;
  }
  __VERIFIER_atomic_end();
  return woken;
}

long syscall(long number, ...) {
  va_list list;
  __builtin_va_start(list, number);
  if (number == GETTID) return gettid();
  if (number == GETCPU) return fail(ENOSYS);
  if (number != FUTEX) __heddle_give_up("paths end where a system call other than that of futexes is made by its number");
  const int *at = __builtin_va_arg(list, const int *);
  int operation = __builtin_va_arg(list, int) & OPERATION;
  int value = __builtin_va_arg(list, int);
  const void *timeout = 0;
  unsigned bits = ~0u;
  if (operation == WAIT || operation == WAIT_BITS) timeout = __builtin_va_arg(list, const void *);
  if (operation == WAIT_BITS || operation == WAKE_BITS) {
    if (operation == WAKE_BITS) (void)__builtin_va_arg(list, const void *);
    (void)__builtin_va_arg(list, const void *);
    bits = __builtin_va_arg(list, unsigned);
  }
  __builtin_va_end(list);
  if (operation == WAIT || operation == WAIT_BITS) return waitAt(at, value, timeout != 0, bits);
  if (operation == WAKE || operation == WAKE_BITS) return wakeAt(at, value, bits);
  __heddle_give_up("paths end where a futex is used other than to wait and wake");
  return 0;
}
