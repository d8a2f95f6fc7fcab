// After Vechev, Yahav and Yorsh 2012, figure 6: joined states make a trace without interruptions look wrong, too.
#include <assert.h>
#include <pthread.h>

unsigned x, y;

static void __VERIFIER_atomic_increment(void) {
  x += 1;
  assert(x % 2 == 1);
}

static void *t1(void *arg) {
  y = 2;
  __VERIFIER_atomic_increment();
  return arg;
}

static void *t2(void *arg) {
  if (y == 2)
    x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
