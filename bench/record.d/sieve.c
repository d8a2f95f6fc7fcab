// Kernel: a sieve whose segments threads take from a common atomic counter.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
enum { threads = 2, limit = 6000000, segment = 20000 };
static char composite[limit + 1];
static atomic_int next;
static atomic_int primes;
static void *work(void *p) {
  (void)p;
  for (;;) {
    const int from = atomic_fetch_add(&next, 1) * segment;
    if (from >= limit) return NULL;
    const int to = from + segment < limit ? from + segment : limit;
    for (int d = 2; d * d < to; ++d)
      for (int k = (from + d - 1) / d * d < 2 * d ? 2 * d : (from + d - 1) / d * d; k < to; k += d) composite[k] = 1;
    int found = 0;
    for (int k = from < 2 ? 2 : from; k < to; ++k) found += !composite[k];
    atomic_fetch_add(&primes, found);
  }
}
int main(void) {
  pthread_t t[threads];
  for (long i = 0; i < threads; ++i) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < threads; ++i) pthread_join(t[i], NULL);
  printf("%d\n", primes);
  return 0;
}
