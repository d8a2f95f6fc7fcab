// verdict: false(deadlock)
// flags: --deadlock partial
// One post, two that wait: one of them waits for ever, while main goes on.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <unistd.h>

static sem_t s;

static void *worker(void *arg) {
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  sem_post(&s);
  for (;;) sleep(1);
}
