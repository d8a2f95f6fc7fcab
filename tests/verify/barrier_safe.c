// verdict: true
// Both threads write before the barrier and read the other's cell after it.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t bar;
static int cell[2];

static void *worker(void *arg) {
  int i = (int)(long)arg;
  cell[i] = i + 1;
  pthread_barrier_wait(&bar);
  assert(cell[1 - i] == 2 - i);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&bar, NULL, 2);
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_barrier_destroy(&bar);
  return 0;
}
