// verdict: false(assert)
// flags: --property assert
// The head is read outside the lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg) {
  struct node *n = malloc(sizeof *n);
  n->v = (int)(long)arg;
  n->next = head;
  pthread_mutex_lock(&m);
  head = n;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, (void *)1L);
  pthread_create(&b, NULL, push, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(head && head->next);
  return 0;
}
