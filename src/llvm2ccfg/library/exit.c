// The end of the program where functions are to run at it: those given to atexit, then the destructors.

enum { HANDLERS = 64 };

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __heddle_give_up(const char *);
extern void __heddle_destructors(void);
extern void _exit(int);

static void (*handlers[HANDLERS])(void);
static int handlerCount;

int atexit(void (*handler)(void)) {
  __VERIFIER_atomic_begin();
  if (handlerCount == HANDLERS) __heddle_give_up("paths end where more than 64 functions are given to atexit");
  handlers[handlerCount++] = handler;
  __VERIFIER_atomic_end();
  return 0;
}

// One that ends the program in turn goes on with those that are left.
void exit(int status) {
  for (;;) {
    __VERIFIER_atomic_begin();
    int left = handlerCount;
    void (*handler)(void) = left > 0 ? handlers[--handlerCount] : 0;
    __VERIFIER_atomic_end();
    if (left == 0) break;
    handler();
  }
  __heddle_destructors();
  _exit(status);
}
