// A creation in a loop: one thread, marked as repeatable.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  return 0;
}
