// verdict: true
// flags: --may-fail thrd_create
#include <assert.h>
#include <threads.h>

static int work(void *a) { return 0; }

int main(void) {
  thrd_t t;
  int r = thrd_create(&t, work, 0);
  assert(r == thrd_success || r == thrd_error || r == thrd_nomem);
  if (r == thrd_success) thrd_join(t, 0);
  return 0;
}
