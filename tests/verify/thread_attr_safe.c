// verdict: true
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  (void)arg;
  x = 5;
  return NULL;
}

int main(void) {
  pthread_attr_t attr;
  pthread_t t;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
  pthread_create(&t, &attr, worker, NULL);
  pthread_attr_destroy(&attr);
  pthread_join(t, NULL);
  assert(x == 5);
  return 0;
}
