// verdict: true
// One function started at two places and through a helper called twice.
#include <assert.h>
#include <pthread.h>

static int cells[4];

static void *worker(void *arg) {
  *(int *)arg += 1;
  return NULL;
}

static pthread_t start(int i) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &cells[i]);
  return t;
}

int main(void) {
  pthread_t a, b, c, d;
  c = start(2);
  d = start(3);
  pthread_create(&a, NULL, worker, &cells[0]);
  pthread_create(&b, NULL, worker, &cells[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  assert(cells[0] + cells[1] + cells[2] + cells[3] == 4);
  return 0;
}
