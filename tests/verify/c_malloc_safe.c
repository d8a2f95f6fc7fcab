// verdict: true
// flags: --property assert,race,deadlock,lock-misuse,memory
// A list built by one thread, taken over and freed by main.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static void *build(void *arg) {
  struct node *head = NULL;
  (void)arg;
  for (int i = 1; i <= 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    n->value = i;
    head = n;
  }
  return head;
}

int main(void) {
  pthread_t t;
  void *r;
  int sum = 0;
  pthread_create(&t, NULL, build, NULL);
  pthread_join(t, &r);
  for (struct node *n = r; n;) {
    struct node *next = n->next;
    sum = 10 * sum + n->value;
    free(n);
    n = next;
  }
  assert(sum == 321);
  return 0;
}
