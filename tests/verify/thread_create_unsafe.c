// verdict: false(race)
// Both threads get the address of the loop variable that main goes on changing.
#include <pthread.h>

static int seen[3];

static void *worker(void *arg) {
  int i = *(int *)arg;
  __atomic_store_n(&seen[i], 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, &i);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
