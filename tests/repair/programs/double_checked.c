// The second test is made without the lock that protects the value.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;

static void *user(void *arg) {
  if (!ready) {
    pthread_mutex_lock(&lock);
    if (!ready) {
      ready = 1;
      value = 42;
    }
    pthread_mutex_unlock(&lock);
  }
  assert(value == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
