// verdict: true
// pthread_setcancelstate says what the state was.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void use(void) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
}
static void *w(void *a) {
  pthread_mutex_lock(&m);
  shared++;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t;
  use();
  pthread_create(&t, 0, w, 0);
  pthread_mutex_lock(&m);
  shared++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(shared == 2);
  return 0;
}
