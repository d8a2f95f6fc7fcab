// verdict: true
// Dynamic init and destroy; ping-pong on two condition variables.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t even, odd;
static int turn;

static void *ponger(void *arg) {
  pthread_mutex_lock(&m);
  while (turn != 1)
    pthread_cond_wait(&odd, &m);
  turn = 2;
  pthread_cond_signal(&even);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, NULL);
  pthread_cond_init(&even, NULL);
  pthread_cond_init(&odd, NULL);
  pthread_create(&t, NULL, ponger, NULL);
  pthread_mutex_lock(&m);
  turn = 1;
  pthread_cond_signal(&odd);
  while (turn != 2)
    pthread_cond_wait(&even, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(turn == 2);
  pthread_cond_destroy(&even);
  pthread_cond_destroy(&odd);
  pthread_mutex_destroy(&m);
  return 0;
}
