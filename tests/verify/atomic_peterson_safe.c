// verdict: true
// Peterson's algorithm on seq_cst atomics guards a plain counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int x;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  flag[me] = 1;
  turn = 1 - me;
  while (flag[1 - me] && turn == 1 - me) {
  }
  x++;
  flag[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
