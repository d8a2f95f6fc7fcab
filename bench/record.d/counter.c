// Kernel: a counter under a mutex, with a little private work between.
#include <pthread.h>
#include <stdio.h>
enum { threads = 2, rounds = 400000 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long counter;
static long cells[threads][16];
static void *work(void *p) {
  long *mine = cells[(long)p];
  for (int i = 0; i < rounds; ++i) {
    for (int k = 0; k < 16; ++k) mine[k] += i ^ k;
    pthread_mutex_lock(&m);
    counter += mine[i % 16] & 1;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
int main(void) {
  pthread_t t[threads];
  for (long i = 0; i < threads; ++i) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < threads; ++i) pthread_join(t[i], NULL);
  printf("%ld\n", counter);
  return 0;
}
