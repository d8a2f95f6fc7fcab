// verdict: false(assert)
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *worker(void *arg) {
  assert(pthread_equal(main_thread, pthread_self()));
  return arg;
}

int main(void) {
  pthread_t t;
  main_thread = pthread_self();
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
