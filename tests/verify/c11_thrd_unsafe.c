// verdict: false(race)
#include <threads.h>

static int cell;

static int worker(void *arg) {
  *(int *)arg = 4;
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, worker, &cell);
  cell = 5;
  thrd_join(t, NULL);
  return 0;
}
