// verdict: true
#include <assert.h>
#include <pthread.h>

static pthread_t me;

static void *worker(void *arg) {
  me = pthread_self();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  assert(pthread_equal(me, t));
  assert(!pthread_equal(me, pthread_self()));
  assert(pthread_equal(pthread_self(), pthread_self()));
  return 0;
}
