// verdict: true
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 5;
static __thread int other;

static void *worker(void *arg) {
  assert(mine == 5 && other == 0);
  mine += (int)(long)arg;
  other = mine;
  assert(other == 5 + (long)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  mine = 100;
  pthread_create(&a, NULL, worker, (void *)1L);
  pthread_create(&b, NULL, worker, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(mine == 100 && other == 0);
  return 0;
}
