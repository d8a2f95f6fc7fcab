// Whether a thread may be cancelled, and when. It is asked only where some thread is cancelled, but a program sees what it
// was before.

enum { EINVAL = 22 };

extern void __heddle_asynchronous(void);
extern void pthread_testcancel(void);

_Thread_local int __heddle_cancel_disabled;
_Thread_local int __heddle_cancel_asynchronous;

int pthread_setcancelstate(int state, int *old) {
  if (state != 0 && state != 1) return EINVAL;
  int was = __heddle_cancel_disabled;
  __heddle_cancel_disabled = state;
  if (old) *old = was;
  if (!state && __heddle_cancel_asynchronous) pthread_testcancel();
  return 0;
}

static int setType(int type, int *old) {
  int was = __heddle_cancel_asynchronous;
  __heddle_cancel_asynchronous = type;
  if (old) *old = was;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  if (type == 0) return setType(0, old);
  if (type != 1) return EINVAL;
  __heddle_asynchronous();
  setType(1, old);
  pthread_testcancel();
  return 0;
}
