// Kernel: a product of matrices, rows dealt out to threads.
#include <pthread.h>
#include <stdio.h>
enum { threads = 2, n = 256 };
static double a[n][n], b[n][n], c[n][n];
static void *work(void *p) {
  for (int i = (int)(long)p; i < n; i += threads)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  return NULL;
}
int main(void) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i][j] = i + j, b[i][j] = i - j;
  pthread_t t[threads];
  for (long i = 0; i < threads; ++i) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < threads; ++i) pthread_join(t[i], NULL);
  printf("%g\n", c[n / 2][n / 3]);
  return 0;
}
