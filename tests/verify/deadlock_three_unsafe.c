// verdict: false(deadlock)
// A cycle through a mutex, a semaphore and a join.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  sem_post(&s);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  sem_wait(&s);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
