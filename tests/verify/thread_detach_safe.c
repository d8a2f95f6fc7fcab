// verdict: true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
  (void)arg;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  int r;
  pthread_create(&t, NULL, worker, NULL);
  pthread_detach(t);
  r = x;
  assert(r == 0 || r == 1);
  return 0;
}
