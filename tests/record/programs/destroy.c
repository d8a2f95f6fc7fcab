// Main destroys a lock when it has seen that the thread is done with the data, not with the lock.
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *p) {
  pthread_mutex_lock(&m);
  ++x;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
#ifdef JOINED
  pthread_join(t, NULL);
#else
  usleep(100000);
#endif
  pthread_mutex_destroy(&m);
#ifndef JOINED
  pthread_join(t, NULL);
#endif
  return 0;
}
