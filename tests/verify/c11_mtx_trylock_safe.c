// verdict: true
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int x;

static int worker(void *arg) {
  int r = mtx_trylock(&m);
  (void)arg;
  if (r == thrd_success) {
    x++;
    mtx_unlock(&m);
  } else {
    assert(r == thrd_busy);
  }
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_plain);
  thrd_create(&a, worker, NULL);
  thrd_create(&b, worker, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  assert(x <= 2);
  return 0;
}
