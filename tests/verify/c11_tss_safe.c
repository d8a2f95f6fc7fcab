// verdict: true
#include <assert.h>
#include <threads.h>

static tss_t key;
static int cell;

static void drop(void *p) { *(int *)p = 9; }

static int worker(void *arg) {
  assert(tss_get(key) == NULL);
  tss_set(key, arg);
  assert(tss_get(key) == arg);
  return 0;
}

int main(void) {
  thrd_t t;
  tss_create(&key, drop);
  thrd_create(&t, worker, &cell);
  thrd_join(t, NULL);
  assert(cell == 9);
  assert(tss_get(key) == NULL);
  tss_delete(key);
  return 0;
}
