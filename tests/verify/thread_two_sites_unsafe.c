// verdict: false(race)
#include <pthread.h>

static int cells[4];

static void *worker(void *arg) {
  *(int *)arg += 1;
  return NULL;
}

static pthread_t start(int i) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &cells[i / 2]);
  return t;
}

int main(void) {
  pthread_t a = start(2), b = start(3);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
