// verdict: false(memory)
// flags: --property memory
// Freed by whoever sees the count at zero first, but the other one still has to unlock.
#include <pthread.h>
#include <stdlib.h>

struct cell {
  int users;
  pthread_mutex_t lock;
};

static void *worker(void *arg) {
  struct cell *c = arg;
  int last;
  pthread_mutex_lock(&c->lock);
  last = --c->users == 0;
  pthread_mutex_unlock(&c->lock);
  if (last)
    free(c);
  else
    c->users += 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct cell *c = malloc(sizeof *c);
  c->users = 2;
  pthread_mutex_init(&c->lock, NULL);
  pthread_create(&a, NULL, worker, c);
  pthread_create(&b, NULL, worker, c);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
