// verdict: true
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void add(int n) {
  pthread_mutex_lock(&m);
  x += n;
  pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
  pthread_mutex_lock(&m);
  add(1);
  add(2);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 6);
  return 0;
}
