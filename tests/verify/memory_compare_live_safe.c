// verdict: true
// Blocks are freed by one thread and made by another, and pointers to them are compared, but none that is stale.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *head, *tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->next = NULL;
  n->value = value;
  pthread_mutex_lock(&lock);
  if (tail != NULL)
    tail->next = n;
  else
    head = n;
  tail = n;
  pthread_mutex_unlock(&lock);
}

static void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  struct node *n = head;
  if (n != NULL) {
    if (n == tail) tail = NULL;
    head = n->next;
    assert(n->value > 0);
  }
  pthread_mutex_unlock(&lock);
  free(n);
  return arg;
}

int main(void) {
  pthread_t t;
  push(1);
  pthread_create(&t, NULL, consumer, NULL);
  push(2);
  pthread_join(t, NULL);
  assert(head == tail && head->value == 2);
  return 0;
}
