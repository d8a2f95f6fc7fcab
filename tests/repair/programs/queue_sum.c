// The length and the sum of a queue go together.
#include <assert.h>
#include <pthread.h>

static int length, sum;

static void *add(void *arg) {
  length += 1;
  sum += 4;
  return arg;
}

static void *average(void *arg) {
  int n = length;
  int s = sum;
  if (n > 0)
    assert(s / n == 4);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, average, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
