// After Vechev, Yahav and Yorsh 2012, figure 9: two threads remove items from an array, one at even places, the other
// at odd ones, and change over.
#include <pthread.h>

#define N 4

extern char __VERIFIER_nondet_char(void);

static char items[N];
static _Atomic unsigned i1 = 0, i2 = 1;
static _Atomic int barrier, flag1, flag2;

static unsigned even(void) { return 2 * ((unsigned char)__VERIFIER_nondet_char() % (N / 2)); }
static unsigned odd(void) { return 1 + 2 * ((unsigned char)__VERIFIER_nondet_char() % (N / 2)); }

static void *remove1(void *arg) {
  while (arg == NULL) {
    if (i1 % 2 == 1)
      i1 = even();
    else
      i1 = odd();
    char v = __VERIFIER_nondet_char();
    if (items[i1] == v)
      items[i1] = -1;
    flag1 = 0;
    barrier += 1;
    while (flag1 == 0) {
      if (barrier == 2) {
        barrier = 0;
        flag2 = 1;
        break;
      }
    }
  }
  return arg;
}

static void *remove2(void *arg) {
  while (arg == NULL) {
    if (i2 % 2 == 1)
      i2 = even();
    else
      i2 = odd();
    char v = __VERIFIER_nondet_char();
    if (items[i2] == v)
      items[i2] = -1;
    flag2 = 0;
    barrier += 1;
    while (flag2 == 0) {
      if (barrier == 2) {
        barrier = 0;
        flag1 = 1;
        break;
      }
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, remove1, NULL);
  pthread_create(&b, NULL, remove2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
