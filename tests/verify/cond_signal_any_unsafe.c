// verdict: false(assert)
// flags: --property assert,race --no-spurious-wakeups
// Which of the waiters a signal wakes is open: not always the one that waited first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, first = -1;

static void *waiter(void *arg) {
  pthread_mutex_lock(&m);
  int me = waiting++;
  pthread_cond_wait(&c, &m);
  if (first < 0)
    first = me;
  assert(first == 0);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  if (waiting == 2)
    pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  return 0;
}
