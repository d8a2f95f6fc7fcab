// verdict: true
// A lock-free stack of nodes: nothing pushed is lost.
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
  struct node *old = atomic_load(&top);
  do {
    n->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, n));
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
