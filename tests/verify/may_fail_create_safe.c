// verdict: true
// flags: --may-fail pthread_create
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, worker, NULL) == 0)
    pthread_join(t, NULL);
  else
    worker(NULL);
  assert(x == 1);
  return 0;
}
