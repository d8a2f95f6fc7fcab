// verdict: false(race)
// The index that both threads compute may be the same.
#include <pthread.h>

static int cells[4];

static void *worker(void *arg) {
  long i = (long)arg;
  cells[(i * i) % 4] = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)1L);
  pthread_create(&b, NULL, worker, (void *)3L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
