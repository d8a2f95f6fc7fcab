// verdict: true
// The lock tells who may write without it: after the hand-over only the new owner touches the data.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int handed, data;

static void *worker(void *arg) {
  int mine;
  pthread_mutex_lock(&m);
  mine = handed;
  pthread_mutex_unlock(&m);
  if (mine)
    data = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  data = 1;
  pthread_mutex_lock(&m);
  handed = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
