// verdict: true
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int x;

static int worker(void *arg) {
  (void)arg;
  x = 2;
  return 0;
}

int main(void) {
  thrd_t t;
  int v;
  thrd_create(&t, worker, NULL);
  thrd_detach(t);
  v = x;
  assert(v == 0 || v == 2);
  return 0;
}
