// verdict: false(race)
// The answer of the compare-and-swap is dropped.
#include <pthread.h>

static int owner, x;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  (void)__sync_val_compare_and_swap(&owner, 0, me);
  x++;
  (void)__sync_val_compare_and_swap(&owner, me, 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)1L);
  pthread_create(&b, NULL, worker, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
