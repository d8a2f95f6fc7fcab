// Cancellation, deferred: a request is acted on at the thread's next cancellation point. The models of blocking functions look
// at the same table: 1 is "requested", 2 is "disabled".

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern unsigned long pthread_self(void);
extern void pthread_exit(void *);

unsigned char __heddle_cancel_state[256];

int pthread_cancel(unsigned long thread) {
  __VERIFIER_atomic_begin();
  __heddle_cancel_state[thread & 255] |= 1;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_setcancelstate(int state, int *old) {
  __VERIFIER_atomic_begin();
  unsigned char was = __heddle_cancel_state[pthread_self() & 255];
  __heddle_cancel_state[pthread_self() & 255] = (was & 1) | (state ? 2 : 0);
  __VERIFIER_atomic_end();
  if (old) *old = was >> 1;
  return 0;
}

void pthread_testcancel(void) {
  __VERIFIER_atomic_begin();
  unsigned char now = __heddle_cancel_state[pthread_self() & 255];
  __VERIFIER_atomic_end();
  if (now == 1) pthread_exit((void *)-1);
}
