// verdict: true
// flags: --property assert --engine impact
// native: endless
// Two threads in turns by a condition variable; unsafe: a wake-up is taken for the turn.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn, sum;

static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (turn != 1)
      pthread_cond_wait(&c, &m);
    assert(sum == 1);
    sum--;
    turn = 0;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  for (;;) {
    pthread_mutex_lock(&m);
    while (turn != 0)
      pthread_cond_wait(&c, &m);
    assert(sum == 0);
    sum++;
    turn = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
