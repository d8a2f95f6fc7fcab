// verdict: true
#include <assert.h>
#include <pthread.h>

static int owner, x;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  while (!__sync_bool_compare_and_swap(&owner, 0, me)) {
  }
  x++;
  assert(__sync_val_compare_and_swap(&owner, me, 0) == me);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)1L);
  pthread_create(&b, NULL, worker, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2 && owner == 0);
  return 0;
}
