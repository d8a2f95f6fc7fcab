// verdict: false(assert)
// A wait releases its mutex although a cancellation is pending: another thread may take it before the cancelled one has
// it again and ends.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, ended, between;

static void end(void *unused) {
  (void)unused;
  ended = 1;
  pthread_mutex_unlock(&m);
}

static void *wait(void *a) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(end, 0);
  pthread_cancel(pthread_self());
  waiting = 1;
  pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return a;
}

static void *look(void *a) {
  pthread_mutex_lock(&m);
  between = waiting && !ended;
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, wait, 0);
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(!between);
  return 0;
}
