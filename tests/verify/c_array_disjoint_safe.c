// verdict: true
// Threads write disjoint halves of one array.
#include <assert.h>
#include <pthread.h>

static int cells[4];

static void *worker(void *arg) {
  long base = (long)arg;
  for (long i = base; i < base + 2; i++)
    cells[i] = (int)i;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[0] + cells[1] + cells[2] + cells[3] == 6);
  return 0;
}
