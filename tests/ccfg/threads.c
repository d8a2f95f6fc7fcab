// Fork and join; the created function is a thread of its own, with a parameter and a result.
#include <pthread.h>

static int x;

static void *worker(void *arg) {
  x = *(int *)arg;
  return arg;
}

int main(void) {
  pthread_t t;
  int n = 5;
  void *r;
  pthread_create(&t, NULL, worker, &n);
  pthread_join(t, &r);
  return r == &n;
}
