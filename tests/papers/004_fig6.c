// verdict: false(assert)
// flags: --property assert
// Wang et al. 2010, Figure 6: t1 t5 t2 makes a = 4, so that the recorded branch a = 1 is not taken.
#include <assert.h>
#include <pthread.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static int x;

static void *thread1(void *arg) {
  int a;
  __heddle_atomic_begin();
  x = 0;
  a = x + 1;
  __heddle_atomic_end();
  if (a == 1)
    x = 2;
  assert(a == 1);
  return arg;
}

static void *thread2(void *arg) {
  int b;
  x = 3;
  b = x;
  (void)b;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
