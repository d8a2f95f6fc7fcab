// verdict: true
// flags: --property race
// Sinha and Wang 2011, Figure 5: the writes of z at t6 and t16 hold different locks at that moment, but no interleaving
// reaches both. (The program can deadlock, see 000_fig5_deadlock.c.)
#include <pthread.h>

static pthread_mutex_t A = PTHREAD_MUTEX_INITIALIZER, B = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;

static void *thread1(void *arg) {
  pthread_mutex_lock(&A);
  x = 1;
  pthread_mutex_lock(&B);
  y = 1;
  pthread_mutex_unlock(&B);
  z = 1;
  pthread_mutex_unlock(&A);
  return arg;
}

static void *thread2(void *arg) {
  int a, b;
  pthread_mutex_lock(&B);
  a = y;
  pthread_mutex_lock(&A);
  b = x;
  pthread_mutex_unlock(&A);
  z = 2;
  pthread_mutex_unlock(&B);
  (void)(a + b);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, thread1, NULL);
  pthread_create(&t2, NULL, thread2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
