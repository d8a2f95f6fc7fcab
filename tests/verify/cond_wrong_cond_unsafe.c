// verdict: false(deadlock)
// The signal goes to the condition variable nobody waits on.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t even = PTHREAD_COND_INITIALIZER, odd = PTHREAD_COND_INITIALIZER;
static int turn;

static void *ponger(void *arg) {
  pthread_mutex_lock(&m);
  while (turn != 1)
    pthread_cond_wait(&odd, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, ponger, NULL);
  pthread_mutex_lock(&m);
  turn = 1;
  pthread_cond_signal(&even);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
