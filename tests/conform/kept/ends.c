// What runs before main and after it, and what is printed meanwhile.
#include "observe.h"
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
__attribute__((constructor)) static void first(void) {
  heddle_note(1);
  pthread_mutex_lock(&m);
}
__attribute__((destructor)) static void lastly(void) { heddle_note(4); }
static void at(void) {
  heddle_note(3);
  pthread_mutex_unlock(&m);
}
static void *t(void *p) {
  pthread_mutex_lock(&m);
  heddle_note(9);
  return p;
}
int main(void) {
  atexit(at);
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  heddle_note(2);
  printf("hello\n");
  pthread_detach(x);
  return 0;
}
