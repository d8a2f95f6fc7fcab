// The same counter is protected by two different locks.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, yours = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *me(void *arg) {
  pthread_mutex_lock(&mine);
  shared++;
  pthread_mutex_unlock(&mine);
  return arg;
}

static void *you(void *arg) {
  pthread_mutex_lock(&yours);
  shared++;
  pthread_mutex_unlock(&yours);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, me, NULL);
  pthread_create(&b, NULL, you, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared == 2);
  return 0;
}
