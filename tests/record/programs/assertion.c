// A counter that a thread finds twice as high as it thinks, if another one comes in between.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int users;

static void *use(void *p) {
#ifdef LOCKED
  pthread_mutex_lock(&m);
#endif
  users = users + 1;
  int seen = users;
  assert(seen <= 1);
  users = users - 1;
#ifdef LOCKED
  pthread_mutex_unlock(&m);
#endif
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  usleep(100000);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL) + 0 * pthread_mutex_trylock(&m);
}
