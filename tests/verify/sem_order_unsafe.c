// verdict: false(assert)
// The producer does not wait until the item is taken. (An atomic cell: no race, only a wrong value.)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t filled;
static atomic_int x;

static void *consumer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&filled);
    assert(x == i);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&filled, 0, 0);
  pthread_create(&t, NULL, consumer, NULL);
  for (int i = 1; i <= 2; i++) {
    x = i;
    sem_post(&filled);
  }
  pthread_join(t, NULL);
  return 0;
}
