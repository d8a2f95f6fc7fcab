// verdict: true
// flags: --property memory
#include <pthread.h>
#include <stdatomic.h>

static int cells[4];
static atomic_int next;

static void *worker(void *arg) {
  cells[next++] = 1;
  cells[next++] = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
