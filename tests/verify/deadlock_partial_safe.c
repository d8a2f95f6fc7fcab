// verdict: true
// flags: --deadlock partial
// Locks are taken in one order: threads wait for one another, but never in a circle.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
