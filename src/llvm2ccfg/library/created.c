// Threads of which something is looked at after they were created: whether somebody may still wait for them (JOINS), and
// the policy and the attributes that they got (ATTRIBUTES). Error codes are glibc's.

typedef __SIZE_TYPE__ size_t;

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __heddle_give_up(const char *);
extern int __heddle_uses(const char *);
extern long __heddle_between(long, long); // constants
extern unsigned long __heddle_create(void *(*)(void *), void *);
extern unsigned long pthread_self(void);
extern int __heddle_join(unsigned long, void **);
extern int __heddle_try_join(unsigned long, void **);
extern int __heddle_timed_join(unsigned long, void **);
extern int __heddle_join_c11(unsigned long, int *);

enum { POLICY = 1, PRIORITY = 2 };
enum { ESRCH = 3, EBUSY = 16, EINVAL = 22, THRD_ERROR = 2 };

struct attr { // as in attributes.c
  int detached, scope, explicitly, policy, priority, set;
  size_t stackSize, guardSize;
  void *stack;
};

#ifdef JOINS
enum { THREADS = 512 };
enum { JOINABLE, DETACHED, JOINED };
static unsigned char states[THREADS];

static void setState(unsigned long thread, int state) {
  if (thread >= THREADS) __heddle_give_up("paths end where one of more than 511 threads is detached or joined");
  __atomic_store_n(&states[thread], state, __ATOMIC_SEQ_CST);
}

static int whyNobodyMayWait(unsigned long thread) {
  int state = thread < THREADS ? __atomic_load_n(&states[thread], __ATOMIC_SEQ_CST) : JOINABLE;
  return state == DETACHED ? EINVAL : state == JOINED ? ESRCH : 0;
}

static int joined(unsigned long thread, int error) {
  if (!error) setState(thread, JOINED);
  return error;
}

int pthread_join(unsigned long thread, void **result) {
  int error = whyNobodyMayWait(thread);
  return error ? error : joined(thread, __heddle_join(thread, result));
}

int pthread_tryjoin_np(unsigned long thread, void **result) { // that it runs is found out first
  int error = whyNobodyMayWait(thread);
  if (error == EINVAL) return __heddle_try_join(thread, 0) ? EBUSY : EINVAL;
  return error ? error : joined(thread, __heddle_try_join(thread, result));
}

int pthread_timedjoin_np(unsigned long thread, void **result, const void *until) {
  int error = whyNobodyMayWait(thread);
  return error ? error : joined(thread, __heddle_timed_join(thread, result));
}

int pthread_clockjoin_np(unsigned long thread, void **result, int clock, const void *until) {
  return pthread_timedjoin_np(thread, result, until);
}

int thrd_join(unsigned long thread, int *result) {
  if (whyNobodyMayWait(thread)) return THRD_ERROR;
  return joined(thread, __heddle_join_c11(thread, result));
}

int pthread_detach(unsigned long thread) {
  int error = whyNobodyMayWait(thread);
  if (!error) setState(thread, DETACHED);
  return error;
}

int thrd_detach(unsigned long thread) { return pthread_detach(thread) ? THRD_ERROR : 0; }
#endif

#ifdef ATTRIBUTES
static int isGood(int policy, int priority) {
  if (policy == 1 || policy == 2) return priority >= 1 && priority <= 99;
  return (policy == 0 || policy == 3 || policy == 5) && priority == 0;
}

enum { KNOWN = 64 };
static struct attr attributes[KNOWN]; // of running threads

static void checkKnown(unsigned long thread) {
  if (thread >= KNOWN) __heddle_give_up("paths end where the attributes of one of more than 63 threads matter");
}

// What the attributes don't set is the creator's. False: there is no such policy and priority.
static int schedule(struct attr *its, const struct attr *a) {
  unsigned long creator = pthread_self();
  checkKnown(creator);
  int set = a && a->explicitly ? a->set : 0;
  its->policy = set & POLICY ? a->policy : attributes[creator].policy;
  its->priority = set & PRIORITY ? a->priority : attributes[creator].priority;
  return !set || isGood(its->policy, its->priority);
}

// The system may soon or later forget one that has ended.
static int isForgotten(unsigned long thread) { return thread != pthread_self() && !__heddle_try_join(thread, 0); }

int pthread_setschedparam(unsigned long thread, int policy, const int *priority) {
  if (isForgotten(thread)) return ESRCH;
  int wanted = *priority;
  if (!isGood(policy, wanted)) return EINVAL;
  checkKnown(thread);
  __VERIFIER_atomic_begin();
  attributes[thread].policy = policy;
  attributes[thread].priority = wanted;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_setschedprio(unsigned long thread, int priority) {
  if (isForgotten(thread)) return ESRCH;
  checkKnown(thread);
  __VERIFIER_atomic_begin();
  int error = isGood(attributes[thread].policy, priority) ? 0 : EINVAL;
  if (!error) attributes[thread].priority = priority;
  __VERIFIER_atomic_end();
  return error;
}

int pthread_getschedparam(unsigned long thread, int *policy, int *priority) {
  if (isForgotten(thread)) return ESRCH;
  if (__heddle_uses("sched_setscheduler") || __heddle_uses("sched_setparam"))
    __heddle_give_up("paths end where a policy is asked for that may have been set for the whole process");
  checkKnown(thread);
  __VERIFIER_atomic_begin();
  int itsPolicy = attributes[thread].policy, itsPriority = attributes[thread].priority;
  __VERIFIER_atomic_end();
  *policy = itsPolicy;
  *priority = itsPriority;
  return 0;
}

// What a thread was not given is as the system decides.
int pthread_getattr_np(unsigned long thread, struct attr *a) {
  checkKnown(thread);
  __VERIFIER_atomic_begin();
  struct attr its = attributes[thread];
  __VERIFIER_atomic_end();
  if (!its.stackSize) its.stackSize = (size_t)__heddle_between(16384, 0x7fffffff);
  if (!its.guardSize) its.guardSize = (size_t)__heddle_between(0, 0x7fffffff);
  if (!its.stack) its.stack = (void *)__heddle_between(1, 0x7fffffff);
  *a = its;
  return 0;
}
#endif

// The new thread may run before its number is stored, but not before what it was given is known.
int pthread_create(unsigned long *number, const struct attr *a, void *(*routine)(void *), void *argument) {
#ifdef ATTRIBUTES
  struct attr its = {0};
  if (a) its = *a;
  __VERIFIER_atomic_begin();
  int good = schedule(&its, a);
  __VERIFIER_atomic_end();
  if (!good) return EINVAL;
#endif
  __VERIFIER_atomic_begin();
  unsigned long thread = __heddle_create(routine, argument);
#ifdef JOINS
  if (a && a->detached) setState(thread, DETACHED);
#endif
#ifdef ATTRIBUTES
  checkKnown(thread);
  attributes[thread] = its;
#endif
  __VERIFIER_atomic_end();
  *number = thread;
  return 0;
}

int thrd_create(unsigned long *number, int (*routine)(void *), void *argument) {
  return pthread_create(number, 0, (void *(*)(void *))routine, argument);
}
