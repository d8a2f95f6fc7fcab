// verdict: true
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int value;

static void init(void) { value++; }

static int worker(void *arg) {
  (void)arg;
  call_once(&flag, init);
  assert(value == 1);
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, worker, NULL);
  worker(NULL);
  thrd_join(t, NULL);
  return 0;
}
