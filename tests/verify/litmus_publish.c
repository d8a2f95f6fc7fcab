// verdict: unknown (atomics weaker than seq_cst were taken as seq_cst)
// verdict-accepted: true
// verdict-tso: true
// verdict-pso: false(assert)
// flags: --property assert
// native: compile
// A node is filled and then published; where stores overtake each other the pointer is seen before the content.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};
static _Atomic(struct node *) head;

static void *producer(void *arg) {
  struct node *n = calloc(1, sizeof *n);
  n->value = 42;
  atomic_store_explicit(&head, n, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, producer, NULL);
  struct node *n = atomic_load_explicit(&head, memory_order_relaxed);
  if (n != NULL)
    assert(n->value == 42);
  pthread_join(a, NULL);
  free(atomic_load(&head));
  return 0;
}
