// verdict: true
// flags: --property assert,deadlock
// Every read of a volatile object is made: two reads may differ, and the loop ends. (Spinning is no deadlock.)
#include <assert.h>
#include <pthread.h>

static volatile int flag;

static void *worker(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  while (!flag) {
  }
  assert(flag == 1);
  pthread_join(t, NULL);
  return 0;
}
