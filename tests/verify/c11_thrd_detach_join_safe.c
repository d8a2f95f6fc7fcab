// verdict: true
#include <assert.h>
#include <threads.h>

static int work(void *a) { return 3; }

int main(void) {
  thrd_t a, b;
  int result = 0;
  thrd_create(&a, work, 0);
  thrd_create(&b, work, 0);
  thrd_detach(a);
  assert(thrd_join(a, 0) == thrd_error);
  assert(thrd_join(b, &result) == thrd_success && result == 3);
  return 0;
}
