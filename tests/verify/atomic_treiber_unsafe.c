// verdict: false(assert)
// Pushed with load and store: one node may be lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};
static struct node nodes[2] = {{NULL, 1}, {NULL, 2}};
static _Atomic(struct node *) top;

static void *push(void *arg) {
  struct node *n = arg;
  n->next = atomic_load(&top);
  atomic_store(&top, n);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int sum = 0;
  pthread_create(&a, NULL, push, &nodes[0]);
  pthread_create(&b, NULL, push, &nodes[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *n = atomic_load(&top); n; n = n->next)
    sum += n->value;
  assert(sum == 3);
  return 0;
}
