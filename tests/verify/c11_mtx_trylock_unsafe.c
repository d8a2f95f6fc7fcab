// verdict: false(assert)
#include <assert.h>
#include <threads.h>

static mtx_t m;

static int worker(void *arg) {
  (void)arg;
  assert(mtx_trylock(&m) == thrd_success);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_plain);
  thrd_create(&a, worker, NULL);
  thrd_create(&b, worker, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
