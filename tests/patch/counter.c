// A lost update: the first thing that one tries.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 3

/* Shared. */
static int counter;
static long sum; // of all

static void* work(void* unused) {
  (void)unused;
  for (int i = 0; i < ROUNDS; i++) {
    counter++; // not atomic
    sum += counter;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  printf("%ld\n", sum);
  assert(counter == 2 * ROUNDS);
  return 0;
}
//: lock counter_lock
//: section work: counter++; .. sum += counter;
