#include <pthread.h>
#include <stdlib.h>

#include "counter.h"

int counter;

static void* work(void* p) {
  (void)p;
  increment(1);
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, work, NULL)) abort();
  increment(2);
  other();
  pthread_join(t, NULL);
  return 0;
}
