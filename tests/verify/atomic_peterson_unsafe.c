// verdict: false(race)
// Turn given before the flag is raised: both get in.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int x;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  turn = 1 - me;
  flag[me] = 1;
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
  return 0;
}
