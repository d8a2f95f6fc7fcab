// verdict: false(assert)
// flags: --property assert
// One wait is for one of two posts, and not for both.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready;
static atomic_int x, y;

static void *one(void *arg) {
  x = 1;
  sem_post(&ready);
  return arg;
}

static void *two(void *arg) {
  y = 1;
  sem_post(&ready);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&ready, 0, 0);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  sem_wait(&ready);
  assert(x == 1 || y == 1);
  assert(x == 1);
  return 0;
}
