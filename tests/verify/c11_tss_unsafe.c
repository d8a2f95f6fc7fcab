// verdict: false(assert)
// No destructor was given.
#include <assert.h>
#include <threads.h>

static tss_t key;
static int cell;

static int worker(void *arg) {
  tss_set(key, arg);
  return 0;
}

int main(void) {
  thrd_t t;
  tss_create(&key, NULL);
  thrd_create(&t, worker, &cell);
  thrd_join(t, NULL);
  assert(cell == 9);
  return 0;
}
