// verdict: true
// flags: --property assert --granularity statement
// native: compile
// Vechev et al. 2012, Figure 6 with the repair [y=2, x+=1].
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;

static void *thread1(void *arg) {
  __VERIFIER_atomic_begin();
  y = 2;
  x += 1;
  assert(x != 2);
  __VERIFIER_atomic_end();
  return arg;
}

static void *thread2(void *arg) {
  if (y == 0)
    return arg;
  x++;
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
