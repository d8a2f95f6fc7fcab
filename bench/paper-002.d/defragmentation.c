// After Vechev, Yahav and Yorsh 2012, figure 8: one thread moves pages together while another updates them. In each
// round one has the even pages and the other the odd ones.
#include <pthread.h>

#define N 6

extern char __VERIFIER_nondet_char(void);

static char pages[N + 2];
static _Atomic int barrier, flag1, flag2;
static _Atomic int region = 3;
static _Atomic int i, j, empty;

static void *defragment(void *arg) {
  while (arg == NULL) {
    i = region;
    region = i - 1;
    empty = i - 2;
    while (i < N) {
      char b = pages[i];
      if (b == 0 && empty <= 0)
        empty = i;
      if (b != 0 && empty > 0) {
        pages[empty] = 1;
        empty += 2;
        pages[i] = 0;
      }
      i += 2;
    }
    flag1 = 0;
    barrier += 1;
    while (flag1 == 0) {
      if (barrier == 2) {
        barrier = 0;
        region = 3;
        flag2 = 1;
        break;
      }
    }
  }
  return arg;
}

static void *update(void *arg) {
  while (arg == NULL) {
    j = region;
    region = j - 1;
    char b = pages[j];
    if (b == 0)
      pages[j] = 1;
    flag2 = 0;
    barrier += 1;
    while (flag2 == 0) {
      if (barrier == 2) {
        barrier = 0;
        region = 3;
        flag1 = 1;
        break;
      }
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, defragment, NULL);
  pthread_create(&b, NULL, update, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
