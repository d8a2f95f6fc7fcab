// verdict: true
#include <assert.h>
#include <threads.h>

static int cell;

static int worker(void *arg) {
  *(int *)arg = 4;
  return 42;
}

int main(void) {
  thrd_t t;
  int r = 0;
  assert(thrd_create(&t, worker, &cell) == thrd_success);
  assert(!thrd_equal(t, thrd_current()));
  assert(thrd_join(t, &r) == thrd_success);
  assert(r == 42 && cell == 4);
  return 0;
}
