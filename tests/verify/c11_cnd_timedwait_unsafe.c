// verdict: false(assert)
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int setter(void *arg) {
  (void)arg;
  mtx_lock(&m);
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec until = {1, 0};
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, setter, NULL);
  mtx_lock(&m);
  if (!ready)
    cnd_timedwait(&c, &m, &until);
  assert(ready);
  mtx_unlock(&m);
  thrd_join(t, NULL);
  return 0;
}
