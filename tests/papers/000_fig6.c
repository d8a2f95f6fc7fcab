// verdict: false(lock-misuse)
// flags: --property lock-misuse
// Sinha and Wang 2011, Figure 6: the lock is released twice, already in a serial execution.
#include <pthread.h>

static pthread_mutex_t A = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *thread(void *arg) {
  pthread_mutex_lock(&A);
  if (x == 0)
    pthread_mutex_unlock(&A);
  y = 1;
  pthread_mutex_unlock(&A);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread, NULL);
  pthread_create(&t2, NULL, thread, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
