// verdict: true
// flags: --property race
// Vechev et al. 2012, Figure 10, 3D updating: the threads touch disjoint cells of the grid.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
#define N 2
static int A[N + 1][N + 1][N + 1];
static int x1 = 0, y1 = 0, z1 = 1, x2 = 0, y2 = 1, z2 = 1, x3 = 0, y3 = 1, z3 = 0;

static void *thread1(void *arg) {
  int v = __VERIFIER_nondet_uchar() & 1, r;
  do {
    r = A[x1][y1][z1];
    A[x1][y1][z1] = r + v;
    x1 += 1;
    y1 += 1;
  } while (x1 < N);
  r = A[x3][y3][z3];
  A[x3][y3][z3] = r + v;
  return arg;
}

static void *thread2(void *arg) {
  int v = __VERIFIER_nondet_uchar() & 1, r;
  do {
    r = A[x2][y2][z2];
    A[x2][y2][z2] = r + v;
    y2 += 1;
    z2 += 1;
  } while (y2 < N);
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
