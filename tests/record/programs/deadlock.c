// Two locks in two orders. With -DGATE a third lock is around both; with -DWAIT the second thread waits until the first is
// done.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int x;

static void *first(void *p) {
#ifdef GATE
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(&a);
  ++x;
  pthread_mutex_lock(&b);
  ++x;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#ifdef GATE
  pthread_mutex_unlock(&gate);
#endif
  sem_post(&done);
  return p;
}
static void *second(void *p) {
#ifdef WAIT
  sem_wait(&done);
#endif
  usleep(100000);
#ifdef GATE
  pthread_mutex_lock(&gate);
#endif
  pthread_mutex_lock(&b);
  ++x;
  pthread_mutex_lock(&a);
  ++x;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#ifdef GATE
  pthread_mutex_unlock(&gate);
#endif
  return p;
}
int main(void) {
  sem_init(&done, 0, 0);
  pthread_t t, u;
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  return pthread_join(u, NULL) + 0 * pthread_mutex_trylock(&gate);
}
