// verdict: true
// flags: --property assert --granularity statement
// native: compile
// Vechev et al. 2012, Figure 9, alternating array removal: the threads never remove at the same index at once. read-odd
// gives 1, read-even 0 or 2; `enter` and `leave` mirror the labels L6 and L7.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
static int i[2] = {0, 1};
static int Flag[2], Barrier;
static int A[3] = {1, 0, 1};
static int at[2] = {-1, -1};

static void __VERIFIER_atomic_enter(int tid) {
  at[tid] = i[tid];
  assert(at[0] != at[1]);
}
static void __VERIFIER_atomic_leave(int tid) { at[tid] = -1 - tid; }
static void __VERIFIER_atomic_arrive(int tid) {
  Barrier += 1;
  Flag[tid] = 0;
}
static int __VERIFIER_atomic_passed(int tid) {
  if (Flag[tid] == 1)
    return 1;
  if (Barrier == 2) {
    Barrier = 0;
    Flag[1 - tid] = 1;
    return 1;
  }
  return 0;
}

static void *remove_(void *arg) {
  int tid = (int)(long)arg;
  for (;;) {
    int v;
    if (i[tid] == 1)
      i[tid] = __VERIFIER_nondet_bool() ? 2 : 0;
    else
      i[tid] = 1;
    v = __VERIFIER_nondet_bool();
    __VERIFIER_atomic_enter(tid);
    if (A[i[tid]] == v)
      A[i[tid]] = -1;
    __VERIFIER_atomic_leave(tid);
    __VERIFIER_atomic_arrive(tid);
    while (!__VERIFIER_atomic_passed(tid)) {
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  at[1] = -2;
  pthread_create(&t1, NULL, remove_, (void *)0L);
  pthread_create(&t2, NULL, remove_, (void *)1L);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
