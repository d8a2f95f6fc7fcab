// verdict: false(memory)
// flags: --property memory
// Sinha and Wang 2011, Figure 7: the test and the use of p are meant to be atomic; t4 between them gives a null access.
#include <pthread.h>
#include <stddef.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static int a;
static int *volatile p;

static void *thread1(void *arg) {
  p = &a;
  __heddle_atomic_begin();
  if (p != 0)
    *p = 10;
  __heddle_atomic_end();
  return arg;
}

static void *thread2(void *arg) {
  p = 0;
  a = 0;
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
