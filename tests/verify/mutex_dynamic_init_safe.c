// verdict: true
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  x += 3;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&m, NULL);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_destroy(&m);
  assert(x == 6);
  return 0;
}
