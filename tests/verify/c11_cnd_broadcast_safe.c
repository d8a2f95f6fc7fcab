// verdict: true
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int waiter(void *arg) {
  (void)arg;
  mtx_lock(&m);
  while (!ready)
    cnd_wait(&c, &m);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&a, waiter, NULL);
  thrd_create(&b, waiter, NULL);
  mtx_lock(&m);
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
