// verdict: false(assert)
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static atomic_int x;

static int worker(void *arg) {
  (void)arg;
  x = 2;
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec nap = {0, 1000};
  thrd_create(&t, worker, NULL);
  thrd_detach(t);
  thrd_sleep(&nap, NULL);
  assert(x == 2);
  return 0;
}
