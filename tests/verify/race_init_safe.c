// verdict: true
// Written before the thread is created, read by it, written again after the join.
#include <assert.h>
#include <pthread.h>

struct config {
  int size;
  char name[4];
};

static void *worker(void *arg) {
  const struct config *c = arg;
  assert(c->size == 3 && c->name[1] == 'b');
  return NULL;
}

int main(void) {
  pthread_t t;
  struct config c = {3, "abc"};
  pthread_create(&t, NULL, worker, &c);
  pthread_join(t, NULL);
  c.size = 4;
  return c.size - 4;
}
