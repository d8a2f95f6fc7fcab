// quick_exit runs the functions that at_quick_exit was given.

enum { HANDLERS = 32 };

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __heddle_give_up(const char *);
extern void _exit(int);

static void (*quickHandlers[HANDLERS])(void);
static int quickHandlerCount;

int at_quick_exit(void (*handler)(void)) {
  __VERIFIER_atomic_begin();
  if (quickHandlerCount == HANDLERS) __heddle_give_up("paths end where more than 32 functions are given to at_quick_exit");
  quickHandlers[quickHandlerCount++] = handler;
  __VERIFIER_atomic_end();
  return 0;
}

void quick_exit(int status) {
  for (;;) {
    __VERIFIER_atomic_begin();
    int left = quickHandlerCount;
    void (*handler)(void) = left > 0 ? quickHandlers[--quickHandlerCount] : 0;
    __VERIFIER_atomic_end();
    if (left == 0) break;
    handler();
  }
  _exit(status);
}
