// verdict: true
// flags: --property assert --granularity statement
// native: compile
// Vechev et al. 2012, Figure 8 with the repair [D:L1,D:L2] and [U:L1,U:L2] (Table 2).
#include <assert.h>
#include <pthread.h>

#define N 4
static int Barrier, F1, F2, Region = 2;
static _Bool Pages[N + 1];
static int at[2] = {-1, -1};

static void __VERIFIER_atomic_touch(int who, int page) {
  at[who] = page;
  assert(page < 0 || at[1 - who] != page);
}
static int __VERIFIER_atomic_pick(void) {
  int i = Region;
  Region = i - 1;
  return i;
}
static void __VERIFIER_atomic_arrive(int *mine) {
  Barrier += 1;
  *mine = 0;
}
static int __VERIFIER_atomic_passed(int *mine, int *other) {
  if (*mine == 1)
    return 1;
  if (Barrier == 2) {
    Barrier = 0;
    *other = 1;
    Region = 2;
    return 1;
  }
  return 0;
}

static void *defragment(void *arg) {
  int i, empty;
  _Bool b;
  for (;;) {
    i = __VERIFIER_atomic_pick();
    empty = i - 2;
    while (i < N) {
      __VERIFIER_atomic_touch(0, i);
      b = Pages[i];
      __VERIFIER_atomic_touch(0, -1);
      if (!b && empty <= 0)
        empty = i;
      if (b && empty > 0) {
        __VERIFIER_atomic_touch(0, empty);
        Pages[empty] = 1;
        __VERIFIER_atomic_touch(0, -1);
        empty += 2;
        __VERIFIER_atomic_touch(0, i);
        Pages[i] = 0;
        __VERIFIER_atomic_touch(0, -1);
      }
      i += 2;
    }
    __VERIFIER_atomic_arrive(&F1);
    while (!__VERIFIER_atomic_passed(&F1, &F2)) {
    }
  }
  return arg;
}

static void *update(void *arg) {
  int j;
  _Bool b;
  for (;;) {
    j = __VERIFIER_atomic_pick();
    __VERIFIER_atomic_touch(1, j);
    b = Pages[j];
    if (!b)
      Pages[j] = 1;
    __VERIFIER_atomic_touch(1, -1);
    __VERIFIER_atomic_arrive(&F2);
    while (!__VERIFIER_atomic_passed(&F2, &F1)) {
    }
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, defragment, NULL);
  pthread_create(&t2, NULL, update, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
