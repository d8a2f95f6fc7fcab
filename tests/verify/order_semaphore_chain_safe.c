// verdict: true
// flags: --property assert,race
// Order is handed on: main to one, one to two, two to main.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t first, second, third;
static int data;

static void *one(void *arg) {
  sem_wait(&first);
  assert(data == 1);
  data = 2;
  sem_post(&second);
  return arg;
}

static void *two(void *arg) {
  sem_wait(&second);
  assert(data == 2);
  data = 3;
  sem_post(&third);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&first, 0, 0);
  sem_init(&second, 0, 0);
  sem_init(&third, 0, 0);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  data = 1;
  sem_post(&first);
  sem_wait(&third);
  assert(data == 3);
  return 0;
}
