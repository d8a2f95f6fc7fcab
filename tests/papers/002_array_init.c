// verdict: true
// flags: --property race
// Vechev et al. 2012, section 7.6, array initialization: the first thread initializes two rows, the second the third
// row.
#include <pthread.h>

static int A[3][2][2];

static void rows(int from, int to) {
  for (int r = from; r < to; r++)
    for (int c = 0; c < 2; c++)
      for (int d = 0; d < 2; d++)
        A[r][c][d] = 1;
}

static void *thread1(void *arg) {
  rows(0, 2);
  return arg;
}

static void *thread2(void *arg) {
  rows(2, 3);
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
