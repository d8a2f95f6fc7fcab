// Cancellation: a request is acted on at the thread's next cancellation point, or earlier if the thread wants that
// (asynchronous.cpp). The models of blocking functions look at the same table, a bit for each thread, and at what
// library/cancel_state.c keeps of the thread itself.

extern void __heddle_too_many_threads(void);
extern int __heddle_uses(const char *);
extern unsigned long pthread_self(void);
extern void pthread_testcancel(void);

extern _Thread_local int __heddle_cancel_asynchronous;

enum { THREADS = 512 };

unsigned char __heddle_cancel_requested[THREADS / 8];

int pthread_cancel(unsigned long thread) {
  if (thread >= THREADS) __heddle_too_many_threads();
  __atomic_fetch_or(&__heddle_cancel_requested[thread / 8], 1 << thread % 8, __ATOMIC_SEQ_CST);
  if (__heddle_uses("pthread_setcanceltype") && thread == pthread_self() && __heddle_cancel_asynchronous)
    pthread_testcancel();
  return 0;
}
