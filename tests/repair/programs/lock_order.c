// Two locks are taken in two orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int both;

static void *forwards(void *arg) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  both++;
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return arg;
}

static void *backwards(void *arg) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  both++;
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forwards, NULL);
  pthread_create(&b, NULL, backwards, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(both == 2);
  return 0;
}
