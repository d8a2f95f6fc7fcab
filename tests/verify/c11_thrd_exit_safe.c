// verdict: true
#include <assert.h>
#include <threads.h>

static int after;

static void leave(void) { thrd_exit(-3); }

static int worker(void *arg) {
  (void)arg;
  leave();
  after = 1;
  return 0;
}

int main(void) {
  thrd_t t;
  int r = 0;
  thrd_create(&t, worker, NULL);
  thrd_yield();
  thrd_join(t, &r);
  assert(r == -3 && after == 0);
  return 0;
}
