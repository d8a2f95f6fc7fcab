// verdict: false(atomicity)
// flags: --property atomicity
// Two reads of a block that must agree, each under the lock, but not both under one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *writer(void *arg) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static int get(void) {
  pthread_mutex_lock(&m);
  int value = x;
  pthread_mutex_unlock(&m);
  return value;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  __heddle_atomic_begin();
  int first = get();
  int second = get();
  __heddle_atomic_end();
  pthread_join(t, NULL);
  return first != second;
}
