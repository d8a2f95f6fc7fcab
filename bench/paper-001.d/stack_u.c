// A stack under a lock: one thread pushes, the other pops as soon as one element was pushed, and never looks whether another is there.
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 5
#endif

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned stack[SIZE];
static int top, pushed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void push(unsigned value) {
  assert(top < SIZE);
  stack[top] = value;
  top++;
}

static unsigned pop(void) {
  assert(top > 0);
  top--;
  return stack[top];
}

static void *pusher(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    push(__VERIFIER_nondet_uint() % SIZE);
    pushed = 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *popper(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    if (pushed)
      pop();
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, pusher, NULL);
  pthread_create(&t2, NULL, popper, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
