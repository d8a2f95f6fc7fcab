// verdict: false(assert)
// flags: --property assert
// The semaphore lets the first one through without a post.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;
static int data;

static void *producer(void *arg) {
  data = 1;
  data = 42;
  sem_post(&ready);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 1);
  pthread_create(&t, NULL, producer, NULL);
  sem_wait(&ready);
  assert(data == 42);
  data = 7;
  return 0;
}
