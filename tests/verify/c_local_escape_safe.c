// verdict: true
// A local of main that another thread writes before it is joined.
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg) {
  int *p = arg;
  p[0] = p[1] + 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  int cells[2] = {0, 4};
  pthread_create(&t, NULL, worker, cells);
  pthread_join(t, NULL);
  assert(cells[0] == 5);
  return 0;
}
