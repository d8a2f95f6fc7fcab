// verdict: true
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;

int main(void) {
  struct timespec until = {1, 0};
  int r;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  mtx_lock(&m);
  r = cnd_timedwait(&c, &m, &until);
  assert(r == thrd_timedout || r == thrd_success);
  mtx_unlock(&m);
  return 0;
}
