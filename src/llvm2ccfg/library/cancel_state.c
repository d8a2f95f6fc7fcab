// Whether a thread may be cancelled, and when. It is asked only where some thread is cancelled, but a program sees what it
// was before.

enum { EINVAL = 22 };

extern void __heddle_asynchronous(void);

_Thread_local int __heddle_cancel_disabled;
static _Thread_local int asynchronous;

int pthread_setcancelstate(int state, int *old) {
  if (state != 0 && state != 1) return EINVAL;
  int was = __heddle_cancel_disabled;
  __heddle_cancel_disabled = state;
  if (old) *old = was;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  if (type != 0 && type != 1) return EINVAL;
  int was = asynchronous;
  asynchronous = type;
  if (old) *old = was;
  if (type) __heddle_asynchronous();
  return 0;
}
