// Signals. None arrives from outside: a handler runs only where the program itself sends its thread a signal, and
// then at once. Where a signal could reach another thread, or later, the path is given up.

typedef unsigned long word;

enum { SIGABRT = 6, SIGKILL = 9, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGTSTP = 20, SIGTTOU = 22 };
enum { SIGURG = 23, SIGWINCH = 28, SIGNALS = 64, ESRCH = 3, EINVAL = 22, BLOCK = 0, UNBLOCK = 1, SETMASK = 2 };
enum { WORD = 8 * sizeof(word), WORDS = 128 / sizeof(word), USED = SIGNALS / WORD, WITH_INFORMATION = 4, ONCE = 0x80000000 };

typedef void (*handler)(int);

struct set {
  word bits[WORDS];
};

struct action {
  handler runs;
  struct set masked;
  int flags;
  void (*restorer)(void);
};

struct kept { // of an action
  handler runs;
  int flags;
  word masked[USED];
};

#define BY_DEFAULT ((handler)0)
#define IGNORED ((handler)1)
#define ERROR ((handler)-1)

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void __heddle_supposes(const char *);
extern void __heddle_give_up(const char *);
extern void *__heddle_alloc(__SIZE_TYPE__);
extern long __heddle_between(long, long); // constants
extern int __heddle_uses(const char *);
extern int *__errno_location(void);
extern unsigned long pthread_self(void);
extern int getpid(void);
extern void abort(void);

static struct kept actions[SIGNALS + 1];
static word everBlocked[USED]; // by any thread
static _Thread_local word blocked[USED];
static _Thread_local int hasMask; // else its creator's

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

static int isSignal(int n) { return n >= 1 && n <= SIGNALS; }
static int has(const word *bits, int n) { return bits[(n - 1) / WORD] >> (n - 1) % WORD & 1; }

int sigemptyset(struct set *s) {
  for (int i = 0; i < USED; i++) s->bits[i] = 0;
  return 0;
}

int sigfillset(struct set *s) { // but the two that the thread library has for itself
  for (int i = 0; i < USED; i++) s->bits[i] = ~(word)0;
  s->bits[31 / WORD] &= ~((word)3 << 31 % WORD);
  if (WORD == 32) s->bits[0] &= ~((word)1 << 31), s->bits[1] &= ~(word)1;
  return 0;
}

static int isReserved(int n) { return n == 32 || n == 33; }

int sigaddset(struct set *s, int n) {
  if (!isSignal(n) || isReserved(n)) return fail(EINVAL);
  s->bits[(n - 1) / WORD] |= (word)1 << (n - 1) % WORD;
  return 0;
}

int sigdelset(struct set *s, int n) {
  if (!isSignal(n) || isReserved(n)) return fail(EINVAL);
  s->bits[(n - 1) / WORD] &= ~((word)1 << (n - 1) % WORD);
  return 0;
}

int sigismember(const struct set *s, int n) { return isSignal(n) ? has(s->bits, n) : fail(EINVAL); }

static int setMask(int how, const struct set *set, struct set *old) {
  if (old)
    for (int i = 0; i < USED; i++) old->bits[i] = hasMask || pthread_self() == 1 ? blocked[i] : (word)__heddle_between(0, (long)(~(word)0 >> 1));
  if (!set) return 0;
  if (how != BLOCK && how != UNBLOCK && how != SETMASK) return EINVAL;
  hasMask |= how == SETMASK;
  for (int i = 0; i < USED; i++) {
    word bits = set->bits[i];
    blocked[i] = how == BLOCK ? blocked[i] | bits : how == UNBLOCK ? blocked[i] & ~bits : bits;
    if (how != UNBLOCK && __heddle_uses("raise")) __atomic_fetch_or(&everBlocked[i], bits, __ATOMIC_SEQ_CST);
  }
  return 0;
}

int pthread_sigmask(int how, const struct set *set, struct set *old) { return setMask(how, set, old); }

int sigprocmask(int how, const struct set *set, struct set *old) {
  int error = setMask(how, set, old);
  return error ? fail(error) : 0;
}

int sigpending(struct set *s) { return sigemptyset(s); }

static int isHandler(handler h) { return h != BY_DEFAULT && h != IGNORED; }

int sigaction(int n, const struct action *wanted, struct action *old) {
  if (!isSignal(n) || (wanted && (n == SIGKILL || n == SIGSTOP))) return fail(EINVAL);
  struct kept a;
  if (wanted) {
    a.runs = wanted->runs;
    a.flags = wanted->flags;
    for (int i = 0; i < USED; i++) a.masked[i] = wanted->masked.bits[i];
    if (isHandler(a.runs)) __heddle_supposes("no signal arrives from outside the program");
  }
  __VERIFIER_atomic_begin();
  struct kept was = actions[n];
  if (wanted) actions[n] = a;
  __VERIFIER_atomic_end();
  if (!old) return 0;
  old->runs = was.runs;
  old->flags = was.flags;
  for (int i = 0; i < USED; i++) old->masked.bits[i] = was.masked[i];
  return 0;
}

handler signal(int n, handler h) {
  if (!isSignal(n) || n == SIGKILL || n == SIGSTOP || h == ERROR) {
    fail(EINVAL);
    return ERROR;
  }
  if (isHandler(h)) __heddle_supposes("no signal arrives from outside the program");
  __VERIFIER_atomic_begin();
  handler was = actions[n].runs;
  actions[n].runs = h;
  actions[n].flags = 0;
  __VERIFIER_atomic_end();
  return was;
}

handler bsd_signal(int n, handler h) { return signal(n, h); }
handler __sysv_signal(int n, handler h) { return signal(n, h); }
int siginterrupt(int n, int flag) { return isSignal(n) ? 0 : fail(EINVAL); }
int sigaltstack(const void *stack, void *old) { return old ? fail(EINVAL) : 0; }

static void byDefault(int n) {
  if (n == SIGCHLD || n == SIGCONT || n == SIGURG || n == SIGWINCH) return;
  if (n == SIGSTOP || (n >= SIGTSTP && n <= SIGTTOU)) __heddle_give_up("paths end where the program stops itself by a signal");
  abort();
}

int raise(int n) {
  if (n == 0) return 0;
  if (!isSignal(n)) return fail(EINVAL);
  __VERIFIER_atomic_begin();
  struct kept a = actions[n];
  if (isHandler(a.runs) && a.flags & ONCE) actions[n].runs = BY_DEFAULT;
  int isBlocked = has(everBlocked, n) && n != SIGKILL && n != SIGSTOP;
  __VERIFIER_atomic_end();
  if (a.runs == IGNORED) return 0;
  if (isBlocked) __heddle_give_up("paths end where a signal is sent that a thread blocks");
  if (a.runs == BY_DEFAULT)
    byDefault(n);
  else if (a.flags & WITH_INFORMATION)
    ((void (*)(int, void *, void *))a.runs)(n, __heddle_alloc(128), __heddle_alloc(1024));
  else
    a.runs(n);
  return 0;
}

static int sendElsewhere(int n, const char *why) {
  __VERIFIER_atomic_begin();
  handler h = actions[n].runs;
  __VERIFIER_atomic_end();
  if (isHandler(h)) __heddle_give_up(why);
  return raise(n);
}

int kill(int process, int n) {
  if (n < 0 || n > SIGNALS) return fail(EINVAL);
  if (process != getpid() && process != 0) return __heddle_between(0, 1) ? 0 : fail(ESRCH);
  if (n == 0) return 0;
  if (!__heddle_uses("pthread_create") && !__heddle_uses("thrd_create")) return raise(n);
  return sendElsewhere(n, "paths end where a program with several threads sends itself a signal that it handles");
}

int pthread_kill(unsigned long thread, int n) {
  if (n < 0 || n > SIGNALS) return EINVAL;
  if (n == 0) return __heddle_between(0, 1) ? ESRCH : 0;
  if (thread == pthread_self()) return raise(n) ? EINVAL : 0;
  return sendElsewhere(n, "paths end where a thread is sent a signal that it handles");
}

// Waits for what comes from outside: any of the set.
int sigwait(const struct set *s, int *n) {
  int any = __heddle_between(1, SIGNALS);
  __VERIFIER_assume(has(s->bits, any));
  *n = any;
  return 0;
}
