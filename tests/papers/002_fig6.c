// verdict: false(assert)
// flags: --property assert --granularity statement
// Vechev et al. 2012, Figure 6, reconstructed from the prose of section 6.1 (the figure is lost): one invalid
// interleaving, y=2; if (y==0); x++; x+=1, and the assertion is checked atomically with x+=1.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x, y;

static void *thread1(void *arg) {
  y = 2;
  __VERIFIER_atomic_begin();
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
