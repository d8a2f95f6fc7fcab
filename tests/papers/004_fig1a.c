// verdict: true
// flags: --property assert
// native: compile Wang et al. 2010, Figure 1(a): the block is serializable, since T2 writes only after T1 has. Every
// run ends as one of the two serial ones: x = 5 (T1 first) or x = 1 (T2 first).
#include <assert.h>
#include <pthread.h>

extern void __heddle_atomic_begin(void);
extern void __heddle_atomic_end(void);
static int x;

static void *thread1(void *arg) {
  int a;
  __heddle_atomic_begin();
  a = x;
  x = a + 1;
  __heddle_atomic_end();
  return arg;
}

static void *thread2(void *arg) {
  int b = x;
  if (b > 0)
    x = 5;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(x == 5 || x == 1);
  return 0;
}
