// A lock that checks: it is unlocked by who does not hold it (OTHER), unlocked twice, or locked again. Only the first
// depends on another thread, and none of them on the interleaving.
#include <pthread.h>
static pthread_mutex_t m;
static int x;
static void *work(void *p) {
#ifndef OTHER
  pthread_mutex_lock(&m);
#endif
  ++x;
#ifdef AGAIN
  if (pthread_mutex_lock(&m) == 0) return NULL;
#endif
  pthread_mutex_unlock(&m);
#ifdef TWICE
  pthread_mutex_unlock(&m);
#endif
  return p;
}
int main(void) {
  pthread_mutexattr_t checks;
  pthread_mutexattr_init(&checks);
  pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &checks);
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, work, NULL);
#ifdef OTHER
  pthread_join(t, NULL);
  pthread_mutex_unlock(&m);
#else
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
#endif
  return 0;
}
