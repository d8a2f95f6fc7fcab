// verdict: false(race)
// The outer unlock comes too early.
#include <threads.h>

static mtx_t m;
static int x;

static int worker(void *arg) {
  (void)arg;
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  mtx_unlock(&m);
  x++;
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain | mtx_recursive);
  thrd_create(&t, worker, NULL);
  worker(NULL);
  thrd_join(t, NULL);
  return 0;
}
