// verdict: false(race)
#include <pthread.h>

static void *worker(void *arg) {
  *(int *)arg = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  int cell = 0, copy;
  pthread_create(&t, NULL, worker, &cell);
  copy = cell;
  pthread_join(t, NULL);
  return copy;
}
