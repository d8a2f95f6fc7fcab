// verdict: true
// flags: --property assert,race,deadlock,lock-misuse,memory
// A lock and its data in one heap block, freed after the last use.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
  int value;
  pthread_mutex_t lock;
};

static void *worker(void *arg) {
  struct cell *c = arg;
  pthread_mutex_lock(&c->lock);
  c->value++;
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct cell *c = malloc(sizeof *c);
  c->value = 0;
  pthread_mutex_init(&c->lock, NULL);
  pthread_create(&a, NULL, worker, c);
  pthread_create(&b, NULL, worker, c);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(c->value == 2);
  pthread_mutex_destroy(&c->lock);
  free(c);
  return 0;
}
