// Counts of an array are lost.
#include <assert.h>
#include <pthread.h>

static int bins[2];

static void *count(void *arg) {
  for (int i = 0; i < 2; i++)
    bins[i] += 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(bins[0] == 2 && bins[1] == 2);
  return 0;
}
