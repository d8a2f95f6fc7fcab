// verdict: false(race)
#include <pthread.h>
#include <time.h>

static int x;

static void *work(void *a) {
  x++;
  return a;
}

int main(void) {
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
