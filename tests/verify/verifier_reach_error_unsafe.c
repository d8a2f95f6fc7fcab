// verdict: false(assert)
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);
static atomic_int x;

static void *worker(void *arg) {
  x = 1;
  x = 0;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (x)
    reach_error();
  pthread_join(t, NULL);
  return 0;
}
