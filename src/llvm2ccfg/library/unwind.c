// Handlers of pthread_cleanup_push. unwind.cpp leads the macros here, and writes the function that runs a handler. KEYS: the
// program has thread-specific data, too, whose destructors run after them.

extern void __heddle_run_handler(void (*)(void *), void *);
extern void __heddle_exit_thread(void *);
extern void __heddle_keys_end(void);

struct handler { // lies in the buffer that the macro makes
  void (*routine)(void *);
  void *argument;
  struct handler *below;
};

static _Thread_local struct handler *top;

void __heddle_push_handler(struct handler *h, void (*routine)(void *), void *argument) {
  h->routine = routine;
  h->argument = argument;
  h->below = top;
  top = h;
}

void __heddle_pop_handler(struct handler *h) { top = h->below; }

void __heddle_thread_end(void) {
  while (top) {
    struct handler *h = top;
    top = h->below;
    __heddle_run_handler(h->routine, h->argument);
  }
#ifdef KEYS
  __heddle_keys_end();
#endif
}

#ifndef KEYS
void pthread_exit(void *result) {
  __heddle_thread_end();
  __heddle_exit_thread(result);
}

void thrd_exit(int result) {
  __heddle_thread_end();
  __heddle_exit_thread((void *)(__INTPTR_TYPE__)result);
}
#endif
