// One of two nodes is lost.
#include <assert.h>
#include <pthread.h>

struct node {
  struct node *next;
};
static struct node *head;
static struct node one, two;

static void *push_one(void *arg) {
  one.next = head;
  head = &one;
  return arg;
}

static void *push_two(void *arg) {
  two.next = head;
  head = &two;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push_one, NULL);
  pthread_create(&b, NULL, push_two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(head->next != NULL);
  return 0;
}
