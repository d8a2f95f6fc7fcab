// verdict: true
// flags: --property assert --engine impact
// native: endless
// The fill of a stack under a lock stays within its size; unsafe: it is asked before the lock.
#include <assert.h>
#include <pthread.h>
#define SIZE 3

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);
static int stack[SIZE], top;

static void *worker(void *arg) {
  for (;;) {
    int value = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    if (top < SIZE) {
      assert(top >= 0);
      stack[top++] = value;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    if (top > 0) {
      assert(top <= SIZE);
      int value = stack[--top];
      (void)value;
    }
    pthread_mutex_unlock(&m);
  }
  return 0;
}
