// verdict: false(assert)
// flags: --property assert --engine impact
// The filter lock, for three threads; unsafe: the last one gives way to nobody.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int level0, level1, level2, last1, last2, inside;

static void *first(void *arg) {
  for (;;) {
    level0 = 1;
    last1 = 0;
    while ((level1 >= 1 || level2 >= 1) && last1 == 0) {
    }
    level0 = 2;
    last2 = 0;
    while ((level1 >= 2 || level2 >= 2) && last2 == 0) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    level0 = 0;
  }
  return arg;
}

static void *second(void *arg) {
  for (;;) {
    level1 = 1;
    last1 = 1;
    while ((level0 >= 1 || level2 >= 1) && last1 == 1) {
    }
    level1 = 2;
    last2 = 1;
    while ((level0 >= 2 || level2 >= 2) && last2 == 1) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    level1 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  for (;;) {
    level2 = 1;
    last1 = 2;
    while ((level0 >= 1 || level1 >= 1) && last1 == 2) {
    }
    level2 = 2;
    while ((level0 >= 2 || level1 >= 2) && last2 == 2) {
    }
    inside++;
    assert(inside == 1);
    inside--;
    level2 = 0;
  }
  return 0;
}
