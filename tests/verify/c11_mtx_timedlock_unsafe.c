// verdict: false(assert)
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static int x;

static int worker(void *arg) {
  struct timespec until = {1, 0};
  (void)arg;
  if (mtx_timedlock(&m, &until) == thrd_success) {
    x++;
    mtx_unlock(&m);
  }
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_timed);
  thrd_create(&t, worker, NULL);
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  thrd_join(t, NULL);
  assert(x == 2);
  return 0;
}
