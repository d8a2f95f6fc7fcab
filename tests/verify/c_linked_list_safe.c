// verdict: true
// Two threads push into one list under a lock.
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
  pthread_mutex_lock(&m);
  n->next = head;
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
  assert(head && head->next && !head->next->next);
  assert(head->v + head->next->v == 3);
  return 0;
}
