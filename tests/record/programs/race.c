// A write after a section, and a read in a later section of another thread: in the run the lock happens to order them.
// With -DORDERED the reader goes on only if a flag that is set afterwards says so.
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static void *writer(void *p) {
  pthread_mutex_lock(&m);
  ready = 0;
  pthread_mutex_unlock(&m);
  data = 1;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  return p;
}
static void *reader(void *p) {
#ifndef ORDERED
  return data == 7 ? NULL : (usleep(1), p);
#else
  usleep(100000);
  pthread_mutex_lock(&m);
  int go = ready;
  pthread_mutex_unlock(&m);
  if (!go) return NULL;
  return data == 7 ? NULL : p;
#endif
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  usleep(100000);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}
