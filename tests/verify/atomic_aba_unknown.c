// verdict: unknown
// A compare-and-swap succeeds on a block that was freed and handed out again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic head;
static sem_t started, swappedIt;
static atomic_int swapped;

static void *swapper(void *arg) {
  sem_wait(&started);
  free(atomic_exchange(&head, NULL));
  int *fresh = malloc(sizeof *fresh);
  *fresh = 2;
  head = fresh;
  swapped = 1;
  sem_post(&swappedIt);
  return arg;
}

int main(void) {
  sem_init(&started, 0, 0);
  sem_init(&swappedIt, 0, 0);
  int *first = malloc(sizeof *first);
  *first = 1;
  head = first;
  pthread_t t;
  pthread_create(&t, NULL, swapper, NULL);
  int *expected = head;
  sem_post(&started);
  sem_wait(&swappedIt);
  if (atomic_compare_exchange_strong(&head, &expected, NULL)) assert(!swapped);
  pthread_join(t, NULL);
  return 0;
}
