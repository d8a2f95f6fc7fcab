// verdict: false(assert)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *worker(void *arg) {
  int r = sem_trywait(&s);
  assert(r == 0);
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
