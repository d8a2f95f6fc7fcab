// verdict: false(race)
// Two threads that start each other in turn; the last one is not joined.
#include <pthread.h>

static int shared;

static void *odd(void *arg);

static void *even(void *arg) {
  long depth = (long)arg;
  shared = (int)depth;
  pthread_t next;
  if (depth > 0) pthread_create(&next, 0, odd, (void *)(depth - 1));
  return 0;
}

static void *odd(void *arg) {
  long depth = (long)arg;
  pthread_t next;
  if (depth > 0) pthread_create(&next, 0, even, (void *)(depth - 1));
  shared = (int)depth;
  return 0;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, even, (void *)2);
  pthread_join(first, 0);
  return 0;
}
