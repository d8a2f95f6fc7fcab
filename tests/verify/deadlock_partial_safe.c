// verdict: true
// native: compile
// Two threads wait for each other forever while a third goes on: no deadlock of the whole program.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t a, b;
static atomic_int never;

static void *first(void *arg) {
  sem_wait(&a);
  sem_post(&b);
  return arg;
}

static void *second(void *arg) {
  sem_wait(&b);
  sem_post(&a);
  return arg;
}

int main(void) {
  pthread_t t, u;
  sem_init(&a, 0, 0);
  sem_init(&b, 0, 0);
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  while (!never) {
  }
  return 0;
}
