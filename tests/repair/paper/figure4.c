// Vechev, Yahav and Yorsh 2012, figure 4: nobody may see the first increment without the second.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

unsigned x;

static void *t1(void *arg) {
  while (__VERIFIER_nondet_bool()) {
    x++;
    x++;
  }
  return arg;
}

static void *t2(void *arg) {
  if (x == 1)
    assert(0);
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
