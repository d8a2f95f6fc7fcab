// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert,race,deadlock
// Store buffering under a mutex: lock and unlock wait for the stores.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, r1, r2;

static void *thread1(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  r1 = y;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *thread2(void *arg) {
  pthread_mutex_lock(&m);
  y = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  r2 = x;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
  return 0;
}
