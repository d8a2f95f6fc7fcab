// verdict: false(deadlock)
// Two threads join each other.
#include <pthread.h>
#include <semaphore.h>

static pthread_t a, b;
static sem_t ready;

static void *first(void *arg) {
  sem_wait(&ready);
  pthread_join(b, NULL);
  return arg;
}

static void *second(void *arg) {
  pthread_join(a, NULL);
  return arg;
}

int main(void) {
  sem_init(&ready, 0, 0);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  sem_post(&ready);
  pthread_exit(NULL);
}
