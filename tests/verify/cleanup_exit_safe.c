// verdict: true
// Handlers run in the opposite order, where the thread ends or where they are taken off.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order;

static void first(void *n) { order = order * 10 + *(int *)n; }
static void unlock(void *l) { pthread_mutex_unlock(l); }

static void *work(void *a) {
  int one = 1, two = 2;
  pthread_cleanup_push(first, &one);
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_push(first, &two);
  pthread_cleanup_pop(1);
  if (a) pthread_exit(0);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, &t);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);
  assert(order == 21);
  pthread_mutex_unlock(&m);
  work(0);
  assert(order == 212);
  return 0;
}
