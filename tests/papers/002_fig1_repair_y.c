// verdict: true
// flags: --property assert --granularity statement
// native: compile
// Vechev et al. 2012, Figure 1 with the repair [y1=f(x), y2=x].
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static const int f[5] = {5, 3, 6, 5, 5};
static int x, y1, y2, z;

static void *thread1(void *arg) {
  x += z;
  x += z;
  return arg;
}

static void *thread2(void *arg) {
  z++;
  z++;
  return arg;
}

static void *thread3(void *arg) {
  __VERIFIER_atomic_begin();
  y1 = f[x];
  y2 = x;
  __VERIFIER_atomic_end();
  assert(y1 != y2);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_create(&t3, NULL, thread3, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
