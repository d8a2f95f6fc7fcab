// verdict: false(race)
// The write comes after the barrier.
#include <pthread.h>

static pthread_barrier_t bar;
static int cell[2], sum[2];

static void *worker(void *arg) {
  int i = (int)(long)arg;
  pthread_barrier_wait(&bar);
  cell[i] = i + 1;
  sum[i] = cell[1 - i];
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&bar, NULL, 2);
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
