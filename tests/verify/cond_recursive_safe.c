// verdict: true
// The mutex of a wait is free while the thread waits: the other one gets in.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stage;

static void *other(void *arg) {
  pthread_mutex_lock(&m);
  while (stage != 1)
    pthread_cond_wait(&c, &m);
  stage = 2;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_mutex_lock(&m);
  stage = 1;
  pthread_cond_broadcast(&c);
  while (stage != 2)
    pthread_cond_wait(&c, &m);
  assert(stage == 2);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
