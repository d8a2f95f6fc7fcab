// Policies and priorities of threads, which a program may set and get. Nothing depends on them. A thread has those of its
// creator, or of its attributes: what only then is known is given up.

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __heddle_give_up(const char *);
extern int __heddle_uses(const char *);

enum { THREADS = 64, EINVAL = 22 };

static struct {
  int set, policy, priority;
} scheduling[THREADS];

static int isGood(int policy, int priority) {
  if (policy == 1 || policy == 2) return priority >= 1 && priority <= 99;
  return (policy == 0 || policy == 3 || policy == 5) && priority == 0;
}

int pthread_setschedparam(unsigned long thread, int policy, const int *priority) {
  int wanted = *priority;
  if (!isGood(policy, wanted)) return EINVAL;
  if (thread >= THREADS) __heddle_give_up("paths end where the policy of one of more than 63 threads is set");
  __VERIFIER_atomic_begin();
  scheduling[thread].set = 1;
  scheduling[thread].policy = policy;
  scheduling[thread].priority = wanted;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_getschedparam(unsigned long thread, int *policy, int *priority) {
  int set = 0, itsPolicy = 0, itsPriority = 0;
  if (__heddle_uses("pthread_setschedparam") && thread < THREADS) {
    __VERIFIER_atomic_begin();
    set = scheduling[thread].set;
    itsPolicy = scheduling[thread].policy;
    itsPriority = scheduling[thread].priority;
    __VERIFIER_atomic_end();
  }
  if (!set && thread != 1 &&
      (__heddle_uses("pthread_setschedparam") || __heddle_uses("pthread_setschedprio") ||
       __heddle_uses("sched_setscheduler") || __heddle_uses("sched_setparam") ||
       __heddle_uses("pthread_attr_setinheritsched")))
    __heddle_give_up("paths end where a thread's policy is asked for that it got when it was created");
  if (__heddle_uses("sched_setscheduler") || __heddle_uses("sched_setparam") || __heddle_uses("pthread_setschedprio"))
    __heddle_give_up("paths end where a policy is asked for that may have been set for the whole process");
  *policy = itsPolicy;
  *priority = itsPriority;
  return 0;
}
