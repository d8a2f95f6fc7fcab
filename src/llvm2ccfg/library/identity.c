// Who the program is, and what the system promises: the same at each call. The numbers are fixed, as addresses are.

extern int *__errno_location(void);
extern unsigned long pthread_self(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

enum { PROCESS = 4711, PARENT = 4242, ESRCH = 3, EINVAL = 22 };

int getpid(void) { return PROCESS; }
int getppid(void) { return PARENT; }
int gettid(void) { return PROCESS + (int)pthread_self() - 1; }

int sched_get_priority_min(int policy) {
  if (policy == 0 || policy == 3 || policy == 5) return 0;
  if (policy == 1 || policy == 2) return 1;
  *__errno_location() = EINVAL;
  return -1;
}

int sched_get_priority_max(int policy) {
  if (policy == 0 || policy == 3 || policy == 5) return 0;
  if (policy == 1 || policy == 2) return 99;
  *__errno_location() = EINVAL;
  return -1;
}

int getpagesize(void) { return 4096; }

// The clock of a process's, or a thread's, own processor time has a number that is made from theirs.
int pthread_getcpuclockid(unsigned long thread, int *clock) {
  *clock = ~(PROCESS + (int)thread - 1) * 8 + 6;
  return 0;
}

int clock_getcpuclockid(int process, int *clock) {
  if (process != 0 && process != PROCESS) return ESRCH;
  *clock = ~process * 8 + 2;
  return 0;
}

// By glibc's numbers: what every Linux system has, and sizes that are the same on all of them.
long sysconf(int name) {
  switch (name) {
  case 10:  // priority scheduling
  case 11:  // timers
  case 21:  // semaphores
  case 67:  // threads
  case 68:  // thread-safe functions
  case 77:  // a thread's stack
  case 78:  // its size
  case 79:  // scheduling of threads
  case 80:  // priority inheritance
  case 81:  // priority ceilings
  case 82:  // sharing between processes
  case 133: // barriers
  case 137: // choice of clocks
  case 138: // clocks of a process's processor time
  case 139: // and of a thread's
  case 149: // the monotonic clock
  case 153: // read-write locks
  case 154: // spin locks
  case 164: // time-outs
    return 200809;
  case 30:
    return 4096; // a page
  case 33:
    return 0x7fffffff; // greatest value of a semaphore
  case 75:
    return 16384; // smallest stack
  }
  long any = __VERIFIER_nondet_long();
  __VERIFIER_assume(any >= -1);
  return any;
}

long __sysconf(int name) { return sysconf(name); }
