// verdict: false(assert)
// flags: --property assert
// Wang et al. 2010, Figure 1(b) without the signal and the wait: the write comes between x = 1 and a = x + 1.
#include <assert.h>
#include <pthread.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static int x, a;

static void *thread1(void *arg) {
  __heddle_atomic_begin();
  x = 1;
  a = x + 1;
  __heddle_atomic_end();
  return arg;
}

static void *thread2(void *arg) {
  x = 3;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  assert(a == 2);
  pthread_join(t2, NULL);
  return 0;
}
