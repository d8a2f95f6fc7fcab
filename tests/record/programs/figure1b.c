// Wang et al. 2010, Figure 1 (b): the signal comes after the block, so the wait keeps the other thread out of it. With
// -DFREE there is neither.
#include <heddle.h>
#include <pthread.h>
#include <unistd.h>
static int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *t1(void *p) {
  __heddle_atomic_begin();
  x = 1;
  volatile int a = x + 1;
  __heddle_atomic_end();
  (void)a;
#ifndef FREE
  usleep(100000);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
#endif
  return p;
}
static void *t2(void *p) {
#ifndef FREE
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
#else
  usleep(100000);
#endif
  x = 3;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, t1, NULL);
  pthread_create(&b, NULL, t2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
