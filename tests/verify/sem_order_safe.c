// verdict: true
// Post and wait order the accesses; a wait may come before the post or after it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t filled, taken;
static int x;

static void *consumer(void *arg) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&filled);
    assert(x == i);
    sem_post(&taken);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&filled, 0, 0);
  sem_init(&taken, 0, 0);
  pthread_create(&t, NULL, consumer, NULL);
  for (int i = 1; i <= 2; i++) {
    x = i;
    sem_post(&filled);
    sem_wait(&taken);
  }
  pthread_join(t, NULL);
  return 0;
}
