// verdict: false(lock-misuse)
// As mutex_recursive_safe.c, but the mutex is of the normal kind.
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
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&m, &attr);
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  return 0;
}
