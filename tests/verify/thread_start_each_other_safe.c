// verdict: true
// Two threads that start each other in turn: what one joins is its own variable.
#include <pthread.h>

static void *odd(void *arg);

static void *even(void *arg) {
  long depth = (long)arg;
  if (depth > 0) {
    pthread_t next;
    pthread_create(&next, 0, odd, (void *)(depth - 1));
    pthread_join(next, 0);
  }
  return 0;
}

static void *odd(void *arg) {
  long depth = (long)arg;
  if (depth > 0) {
    pthread_t next;
    pthread_create(&next, 0, even, (void *)(depth - 1));
    pthread_join(next, 0);
  }
  return 0;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, even, (void *)5);
  pthread_join(first, 0);
  return 0;
}
