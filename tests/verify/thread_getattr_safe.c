// verdict: true
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void *work(void *a) {
  pthread_attr_t its;
  size_t size = 0;
  int detached = 7;
  assert(pthread_getattr_np(pthread_self(), &its) == 0);
  pthread_attr_getstacksize(&its, &size);
  pthread_attr_getdetachstate(&its, &detached);
  assert(size == 65536 && detached == PTHREAD_CREATE_JOINABLE);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_attr_t a;
  pthread_attr_init(&a);
  pthread_attr_setstacksize(&a, 65536);
  pthread_create(&t, &a, work, 0);
  pthread_join(t, 0);
  return 0;
}
