// Two threads, without a lock: one adds j to i, the other adds i to j, N times each. Both start from 1. When the
// threads alternate the values run through the Fibonacci numbers; nothing gives a larger one.
// FAIL: claims that the largest Fibonacci number isn't reached.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int i = 1, j = 1;

static int largest(void) {
  int previous = 1, current = 1;
  for (int k = 0; k < 2 * N; k++) {
    const int next = previous + current;
    previous = current;
    current = next;
  }
  return current;
}

static void *addToI(void *argument) {
  for (int k = 0; k < N; k++) {
    const int old = i;
    i = old + j;
  }
  return argument;
}

static void *addToJ(void *argument) {
  for (int k = 0; k < N; k++) {
    const int old = j;
    j = old + i;
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, addToI, 0);
  pthread_create(&second, 0, addToJ, 0);
  const int seenI = i, seenJ = j, limit = largest();
#ifdef FAIL
  assert(seenI < limit && seenJ < limit);
#else
  assert(seenI <= limit && seenJ <= limit);
#endif
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
