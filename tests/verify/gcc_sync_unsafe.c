// verdict: false(assert)
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  assert(__sync_add_and_fetch(&x, 1) == 1);
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
