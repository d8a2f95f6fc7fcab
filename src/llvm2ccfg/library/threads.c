// Thread functions that call back into the program.

extern int __heddle_once_begin(int *);
extern void __heddle_once_end(int *);

int pthread_once(int *once, void (*init)(void)) {
  if (__heddle_once_begin(once)) {
    init();
    __heddle_once_end(once);
  }
  return 0;
}

void call_once(int *once, void (*init)(void)) { pthread_once(once, init); }
