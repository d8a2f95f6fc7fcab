// verdict: false(race)
// Every thread makes a mutex of its own.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  x += 3;
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
