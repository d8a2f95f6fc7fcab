// verdict: false(assert)
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int early;

static int worker(void *arg) {
  (void)arg;
  if (early)
    thrd_exit(1);
  return 0;
}

int main(void) {
  thrd_t t;
  int r = 0;
  thrd_create(&t, worker, NULL);
  early = 1;
  thrd_join(t, &r);
  assert(r == 0);
  return 0;
}
