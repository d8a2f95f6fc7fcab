// verdict: false(deadlock)
// Each waits for the other's post.
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *worker(void *arg) {
  sem_wait(&a);
  sem_post(&b);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&a, 0, 0);
  sem_init(&b, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&b);
  sem_post(&a);
  pthread_join(t, NULL);
  return 0;
}
