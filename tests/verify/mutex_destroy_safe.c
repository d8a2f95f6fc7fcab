// verdict: true
// Destroyed when nobody holds it, then made again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    pthread_mutex_init(&m, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_destroy(&m);
  }
  assert(x == 2);
  return 0;
}
